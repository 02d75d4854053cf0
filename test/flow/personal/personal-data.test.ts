import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { exportFile, type Exported } from "../../../src/command/personal/export-file.ts";
import { createPersonalData } from "../../../src/db/accounts/personal-data.ts";
import { createAuditLog } from "../../../src/db/accounts/audit-log.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../../src/lib/limits.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { createTenants, type Tenant, type Tenants } from "../../support/database/tenants.ts";
import { execute } from "../../support/database/postgres.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

const say = textsFor("en").personalData;
const Entry = z.looseObject({ kind: z.string(), at: z.string() });
const File = z.object({
  exportedAt: z.string(),
  profile: z.record(z.string(), z.unknown()),
  history: z.array(Entry),
  hidden: z.number(),
  complete: z.boolean(),
});

describe("the data that Easel has about a member", () => {
  let easel: TestEasel;
  let ada: ConsoleClient;
  beforeAll(async () => {
    easel = await startTestEasel();
    ada = createConsoleClient(easel.url, "admin");
  });
  afterAll(async () => {
    await ada.close();
    await easel.stop();
  });

  async function fileOf(answer: Awaited<ReturnType<ConsoleClient["answerTo"]>>) {
    const response = await fetch(easel.url + (answer.files[0]?.url ?? ""));
    return { file: File.parse(await response.clone().json()), text: await response.text() };
  }

  it("is sent only to them as a file, once an hour, and to no admin within that hour", async () => {
    await easel.console.say("/preset save poster --size 2K");
    await ada.say("/imagine a secret of the admin");
    await easel.console.say("/imagine a fox of mine --size 1K");
    await easel.console.see("the result", (all) => all.find(({ text }) => text.includes("a fox of mine")));
    // Simulates prices, which add a separate sum for the picture's money.
    await execute(
      easel.databaseUrl,
      `insert into usage_sums (organisation_id, account_id, grain, starts_at, unit, channel, model, shard, net, jobs)
       select organisation_id, account_id, grain, starts_at, 'money:EUR:2', channel, model, shard, 4, jobs from usage_sums`,
    );
    const answer = await easel.console.answerTo("/easel export");
    expect(answer.text).toBe(say.yours);
    expect(answer.private).toBe(true);
    expect(ada.messages().some(({ id }) => id === answer.id)).toBe(false);
    const { file, text } = await fileOf(answer);
    expect(file).toMatchObject({ complete: true, hidden: 0 });
    expect(file.profile).toMatchObject({
      identities: [{ platform: "console", workspace: "main", user: "member" }],
      presets: [{ name: "poster", for: "image" }],
      // The sum for money is left out: its jobs would count twice.
      usedByMonth: [{ unit: "images", amount: 1, jobs: 1 }],
    });
    expect(file.history.find(({ kind }) => kind === "request")).toMatchObject({
      request: { prompt: "a fox of mine", size: "1K", files: [] },
      jobs: [{ number: 1 }],
    });
    expect(file.history.flatMap((entry) => (entry.kind === "message" ? [entry["text"]] : []))).toEqual([
      "/easel export",
      "/imagine a fox of mine --size 1K",
      "/preset save poster --size 2K",
    ]);
    expect(text).not.toContain("a secret of the admin");
    expect((await easel.console.answerTo("/easel export")).text).toBe(say.again(60));
    expect((await ada.answerTo("/easel export --person @max")).text).toBe(say.again(60));
    const chinese = await easel.console.answerTo("/easel export", { locale: "zh-CN" });
    expect(chinese.text).toBe(textsFor("zh-CN").personalData.again(60));
  });

  it("is refused for an invalid time, and for a person whom Easel does not know", async () => {
    const told = async (line: string): Promise<string> => (await ada.answerTo(line)).text;
    expect(await told("/easel export --before 2026-02-31")).toBe(say.noSuchTime("2026-02-31"));
    expect(await told("/easel export --person nobody")).toBe(textsFor("en").people.noSuchPerson("nobody"));
    expect((await easel.console.answerTo("/easel export --person @ada")).text).toBe(say.notYours);
  });
});

describe("a person's data in the database", () => {
  let tenants: Tenants;
  let max: Tenant;
  beforeAll(async () => {
    tenants = await createTenants();
    max = await tenants.add("max");
  });
  afterAll(() => tenants.close());

  /** Adds requests a second apart, the newest first. Two of them have the same time. */
  async function ask({ organisationId, accountId }: Tenant, count: number, letters: number): Promise<void> {
    await tenants.sql`
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        service, request, count, sandbox, created_at)
      select gen_random_uuid(), 'discord', gen_random_uuid()::text, ${organisationId}, ${accountId},
        case when n % 2 = 0 then 'discord:w:open' else 'discord:w:closed' end, 'u', 'Max', 'en', 'image',
        jsonb_build_object('kind', 'image', 'model', 'm', 'prompt', n || repeat('x', ${letters}), 'count', 1, 'references',
          '[{"kind": "image", "hash": "HASH", "name": "mine.png", "bytes": 3},
            {"kind": "image", "hash": "HASH", "name": "theirs.png", "bytes": 3, "borrowed": true}]'::jsonb),
        1, true, '2026-05-01T00:00:00.123456Z'::timestamptz - greatest(n, 2) * interval '1 second'
      from generate_series(1, ${count}) n`;
  }

  const shownTo = (
    one: Tenant,
    before?: Date,
    isOwn = true,
    shows: (entry: { readonly conversation: string }) => Promise<boolean> = async () => true,
  ): Promise<Exported> =>
    exportFile(
      { organisationId: one.organisationId, accountId: one.accountId, isOwn, before, shows, now: Date.UTC(2026, 4, 2) },
      "data",
      createPersonalData(tenants.db),
    );
  const read = async ({ file }: Exported) => File.parse(JSON.parse(String(await buffer(await file.open()))));
  const prompts = ({ history }: z.infer<typeof File>): string[] =>
    history.map(({ request }) => z.object({ prompt: z.string() }).parse(request).prompt);

  it("has every request once over many pages, and no names of other members' files", async () => {
    const ada = await tenants.person(max, "Ada");
    await ask(ada, 250, 0);
    const exported = await shownTo(ada);
    const file = await read(exported);
    expect(
      prompts(file)
        .map(Number)
        .toSorted((one, other) => one - other),
    ).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    const [first] = file.history;
    await tenants.sql`insert into stars (organisation_id, account_id, batch_id, channel, event_key)
      values (${ada.organisationId}, ${ada.accountId}, ${String(first?.["id"])}, 'c', 'e')`;
    await tenants.sql`insert into presets (organisation_id, scope, name, command, options, created_by)
      values (${ada.organisationId}, ${`account:${ada.accountId}`}, 'mine', 'image', ${tenants.sql.json({ system_instruction: "Be kind." })}, ${ada.accountId})`;
    const { profile } = await read(await shownTo(ada));
    expect(profile).toMatchObject({ stars: [{ request: first?.["id"] }], presets: [{ name: "mine" }] });
    const forAdmin = await read(await shownTo(ada, undefined, false));
    expect(forAdmin.profile).toMatchObject({ account: { id: ada.accountId } });
    for (const own of ["stars", "presets"]) expect(forAdmin.profile).not.toHaveProperty(own);
    expect(forAdmin.history).toHaveLength(250);
    expect(file).toMatchObject({ complete: true, hidden: 0 });
    expect(file.history[0]?.["request"]).toMatchObject({
      files: [{ kind: "image", name: "mine.png", bytes: 3 }, { kind: "image" }],
    });
    const text = JSON.stringify(file);
    for (const other of ["theirs.png", "HASH"]) expect(text).not.toContain(other);
    expect(exported.file.bytes).toBe((await buffer(await exported.file.open())).length);
  });

  it("that does not fit into one file continues in the next one, without a gap", async () => {
    const eve = await tenants.person(max, "Eve");
    await ask(eve, 150, 100_000);
    const seen = new Set<string>();
    let before: Date | undefined;
    for (let files = 1; ; files++) {
      const exported = await shownTo(eve, before);
      expect(exported.file.bytes).toBeLessThan(SMALLEST_FILE_LIMIT_BYTES);
      const file = await read(exported);
      for (const prompt of prompts(file)) seen.add(prompt);
      expect(file.complete).toBe(exported.cutAt === undefined);
      before = exported.cutAt;
      if (!before) {
        expect(files).toBe(2);
        break;
      }
    }
    expect(seen.size).toBe(150);
  });

  it("leaves out and counts what an admin may not read", async () => {
    const kim = await tenants.person(max, "Kim");
    await ask(kim, 5, 0);
    const exported = await shownTo(kim, undefined, false, async ({ conversation }) => conversation.endsWith("open"));
    expect(exported.hidden).toBe(3);
    expect(await read(exported)).toMatchObject({ hidden: 3, history: [{}, {}] });
  });

  it("is exported once an hour, and an admin's export is in the audit", async () => {
    const personal = createPersonalData(tenants.db);
    const { organisationId, accountId } = await tenants.person(max, "Ben");
    const begin = (admin = max.actor) => personal.beginExport(organisationId, accountId, admin);
    const both = await Promise.all([begin(), begin()]);
    expect(both.filter((again) => again === undefined)).toHaveLength(1);
    const acts = await createAuditLog(tenants.db).recent(organisationId, { action: "account.exported" }, 10);
    expect(acts.map(({ name, scope }) => [name, scope])).toEqual([[max.actor.name, `account:${accountId}`]]);
    await tenants.sql`update accounts set exported_at = now() - interval '61 minutes' where id = ${accountId}`;
    expect(await begin()).toBeUndefined();
    await personal.cancelExport(organisationId, accountId);
    expect(await begin()).toBeUndefined();
    expect(
      await personal.accountOf(organisationId, { platform: "discord", workspace: "w-max", userId: randomUUID() }),
    ).toBeUndefined();
  });
});
