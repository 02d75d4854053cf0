import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";

const MINUTE_MS = 60_000;
const REFUSED = 25;
const sums = createSums();

afterAll(() => sums.report("incident: quota complaints"));

it("a quota refuses many requests: the alert fires, the doctor says so, and a larger amount ends it", async () => {
  const incident = await openIncident("Quota complaints", sums);
  try {
    const { url } = await incident.start();
    /** Sends a message at the Console, and returns the answer. */
    const say = async (as: "admin" | "member", text: string): Promise<string> => {
      const id = randomUUID();
      const body = { id, as, locale: "en", channel: "general", text, attachments: [] };
      const headers = { "content-type": "application/json" };
      await fetch(`${url}/api/messages`, { method: "POST", headers, body: JSON.stringify(body) });
      const [answer] = await incident.world.sql<{ text: string }[]>`
        select text from console_messages where post_key like ${`answer:message:${id}:%`}`;
      return answer?.text ?? "";
    };
    await say("admin", "/easel-admin quota set --amount 1 --unit images --span day");
    await incident.isCalm();
    await incident.ask("image", "the one that the quota allows");
    for (let index = 0; index < REFUSED; index++) {
      expect(await say("member", `/imagine too many ${index}`)).toContain(
        "the quota of 1 picture a day for this workspace is used up",
      );
    }
    await incident.strikes(5 * MINUTE_MS);
    await say("admin", "/easel-admin quota set --amount 1000 --unit images --span day");
    await incident.ask("image", "after the quota was raised", 2);
    const ledger = await incident.isOver(90 * MINUTE_MS, { everyMs: MINUTE_MS });
    expect(ledger.made).toBe(3);
  } finally {
    await incident.close();
  }
});
