import { pino } from "pino";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workspaceScope } from "../../../src/core/account/policy/scope.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createMembershipStore } from "../../../src/db/accounts/membership-store.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let ada: ConsoleClient;
let db: Database;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
  db = connectDatabase(easel.databaseUrl, pino({ level: "silent" }));
});

afterAll(async () => {
  await db.close();
  await ada.close();
  await easel.stop();
});

const admin = async (line: string): Promise<string> => (await ada.answerTo(`/easel-admin organisation ${line}`)).text;

/** The rules for a newcomer in another workspace of the organisation. */
async function saidElsewhere() {
  const at = { platform: "discord", workspace: "elsewhere", channel: "1" } as const;
  const asked = {
    platform: at.platform,
    workspace: at.workspace,
    userId: "u",
    roles: [],
    rolePrefix: "role:discord:elsewhere:",
    places: [workspaceScope(at)],
  };
  return (await createMembershipStore(db).find(asked))?.settings;
}

describe("rules of the organisation", () => {
  it("apply in every workspace, and are shown to members as the organisation's", async () => {
    await db.run((queries) =>
      queries.execute(sql`
        insert into workspaces (platform, external_id, organisation_id) select 'discord', 'elsewhere', id from organisations`),
    );
    expect(await admin("limits --max_count 2")).toContain("Changed for the organisation:\n• Most pictures at once");
    expect(await admin("models provider-a/*")).toContain("`provider-a/*`");
    expect(await admin("defaults --image_model image-2")).toContain("`provider-a/image-2`");
    expect(await admin("access --words heron")).toContain("heron");
    let limits = "";
    while (!limits.includes("at once")) limits = (await easel.console.answerTo("/easel limits")).text;
    expect(limits).toContain("Most pictures at once: 2 (the organisation)");
    expect((await easel.console.answerTo("/imagine a fox --count 3")).text).toContain(
      "Allowed for the organisation: at most 2 at once.",
    );
    const said = { maxCount: 2, models: ["provider-a/*"], imageModel: "provider-a/image-2", blockedWords: ["heron"] };
    expect(await saidElsewhere()).toEqual([{ scope: { kind: "organisation", id: "" }, settings: said }]);
    expect(await admin("show")).toContain("Most pictures at once: 2");
  });

  it("are set by admins, and can be reset together", async () => {
    const denied = await easel.console.answerTo("/easel-admin organisation limits --max_count 9");
    expect(denied.text).toContain("for admins");
    expect(await admin("reset")).toContain("2 → no rule");
    expect(await saidElsewhere()).toEqual([{ scope: { kind: "organisation", id: "" }, settings: {} }]);
  });
});
