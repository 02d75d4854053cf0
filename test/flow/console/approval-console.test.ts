import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;
let db: Database;

beforeAll(async () => {
  easel = await startTestEasel({}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  ada = createConsoleClient(easel.url, "admin");
  db = connectDatabase(easel.databaseUrl, pino({ level: "silent" }));
});

afterAll(async () => {
  await db.close();
  await ada.close();
  await easel.stop();
});

const admin = async (text: string): Promise<string> => (await ada.answerTo(text)).text;
const count = async (table: string): Promise<number> => {
  const [row] = await db.run((queries) => queries.execute(sql.raw(`select count(*)::integer as n from ${table}`)));
  return Number(row?.["n"]);
};

/** Sets limits of the channel, and resolves once they apply to the member. */
async function limit(options: string, shown: string): Promise<void> {
  await admin(`/easel-admin channel limits ${options}`);
  for (let text = ""; !text.includes(shown);) text = (await easel.console.answerTo("/easel limits")).text;
}

const question = (prompt: string) => (messages: MessageView[]) =>
  messages.find(({ text }) => text.includes("asks for") && text.includes(prompt));
describe("a clip above the threshold", () => {
  it("shows its price, and is made once, however often its member confirms", async () => {
    await limit("--confirm_seconds 4", "Members confirm clips billed above: 4 s");
    const before = await count("batches");
    const asked = await easel.console.answerTo("/video a slow fox --seconds 5");
    expect(asked.text).toContain("This clip will be billed as 5 s. Above 4 s you are asked first (rule: this channel)");
    expect(asked.buttons.map(({ label }) => label)).toEqual(["Make it for 5 s"]);
    expect(await count("batches")).toBe(before);
    const confirmProposal = () => easel.console.press(asked, "Make it for 5 s");
    await Promise.all([confirmProposal(), confirmProposal()]);
    await easel.console.see("the clip", (messages) =>
      messages.find(({ text, files }) => files.length > 0 && text.includes("here is your clip")),
    );
    expect(await count("batches")).toBe(before + 1);
    const closed = await easel.console.see("that it was said", (messages) =>
      messages.find(({ id, text }) => id === asked.id && text.startsWith("You said yes")),
    );
    expect(closed.buttons).toEqual([]);
    await limit("--clear all", "Keys for pictures");
  });
});

describe("a request that an admin must approve", () => {
  it("waits, asks admins in its channel, and is made when an admin approves it", async () => {
    await limit("--approve_count 1", "An admin approves more pictures at once than: 1");
    await easel.console.say("/imagine two green foxes --count 2");
    const asked = await easel.console.see("the question", question("two green foxes"));
    expect(asked.text).toContain("asks for 2 pictures");
    expect(asked.text).not.toContain("Requested in");
    expect(asked.text).toContain("Requests for more than 1 picture need an admin's approval (rule: #general).");
    expect(asked.text).toContain("To have approvals posted in a channel for admins, use");
    await easel.console.see("the notice", (messages) =>
      messages.find(({ progress }) => JSON.stringify(progress ?? {}).includes("waiting for an admin")),
    );
    await easel.console.press(asked, "Approve");
    await easel.console.see("a word about it", (messages) =>
      messages.find(({ text }) => text.startsWith("That is for admins")),
    );
    await ada.press(asked, "Approve", "admin");
    await easel.console.see("the pictures", (messages) =>
      messages.find(({ text, files }) => files.length === 2 && text.includes("here are your 2 pictures")),
    );
    const decided = await easel.console.see("the decision", (messages) =>
      messages.find(({ id, text }) => id === asked.id && text.includes("approved it.")),
    );
    expect(decided.buttons).toEqual([]);
  });

  it("ends when an admin declines it in the admin channel", async () => {
    await ada.answerTo("/easel-admin workspace settings --admin_channel here", { channel: "studio" });
    await easel.console.say("/imagine two blue foxes --count 2");
    const asked = await ada.see("the question", question("two blue foxes"), "studio");
    const { form } = await ada.press(asked, "Decline", "admin");
    expect(form?.fields.map(({ name }) => name)).toEqual(["reason"]);
    await ada.fillIn(form, { values: { reason: "blue is out" }, as: "admin" });
    await easel.console.see("the end", (messages) =>
      messages.find(({ text }) => text.includes("Ada (admin) declined it: “blue is out”.")),
    );
    await ada.see(
      "the decision",
      (messages) => messages.find(({ id, text }) => id === asked.id && text.includes("declined it: “blue is out”.")),
      "studio",
    );
  });

  it("says so if its member cancelled it", async () => {
    await easel.console.say("/imagine two red foxes --count 2");
    const asked = await ada.see("the question", question("two red foxes"), "studio");
    const notice = await easel.console.see("the notice", (messages) =>
      messages.find(
        ({ text, buttons }) => text.includes("two red foxes") && buttons.some(({ label }) => label === "Cancel"),
      ),
    );
    await easel.console.press(notice, "Cancel");
    await ada.see(
      "the end",
      (messages) => messages.find(({ id, text }) => id === asked.id && text.includes("The request was withdrawn.")),
      "studio",
    );
  });

  it("can't be approved once a rule forbids it, and says so if nobody decides within a day", async () => {
    await easel.console.say("/imagine two grey foxes --count 2");
    const asked = await ada.see("the question", question("two grey foxes"), "studio");
    await admin("/easel-admin channel access --words grey");
    await ada.press(asked, "Approve", "admin");
    await ada.see(
      "the refusal",
      (messages) => messages.find(({ text }) => text.includes("It is no longer allowed") && text.includes("“grey”")),
      "studio",
    );
    await db.run((queries) =>
      queries.execute(sql`update jobs set waiting_since = waiting_since - interval '25 hours' where state = 'held'`),
    );
    await ada.see(
      "the end",
      (messages) => messages.find(({ id, text }) => id === asked.id && text.includes("Nobody decided within a day.")),
      "studio",
    );
    await easel.console.see("the word to the member", (messages) =>
      messages.find(({ text }) => text.includes("No admin approved it within a day")),
    );
    const rows = await db.run((queries) =>
      queries.execute(sql`select action, scope, after from audit where action like 'approval.%' order by id`),
    );
    expect(rows.map(({ action }) => action)).toEqual(["approval.approved", "approval.declined"]);
    for (const { scope, after } of rows) {
      expect(scope).toBe("channel:console:main:general");
      expect(after).toMatchObject({ requester: "Max (member)", model: expect.any(String), unit: expect.any(String) });
      expect(after).toHaveProperty("cost", expect.any(Number));
    }
    await admin("/easel-admin channel reset");
  });
});
