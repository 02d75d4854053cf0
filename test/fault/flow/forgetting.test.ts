import { pino } from "pino";
import postgres from "postgres";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createForgetting } from "../../../src/db/retention/forget-account.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { ADMIN } from "../../support/database/stored-keys.ts";
import { startDiscordEasel } from "../../support/discord/discord-easel.ts";
import { forgetterOn } from "../../support/forgetting.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf } from "../../support/fake-discord/person.ts";

const en = textsFor("en");
const say = en.personalData;
const never = new AbortController().signal;

/** The tables with a row that contains these words in any column. */
async function tablesWith(sql: postgres.Sql, words: string): Promise<readonly string[]> {
  const tables = await sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql`select from ${sql(String(name))} t where strpos(t::text, ${words}) > 0 limit 1`;
      return rows.length > 0 ? [String(name)] : [];
    }),
  );
  return found.flat();
}

describe("a person to be forgotten", () => {
  let easel: TestEasel;
  let ada: ConsoleClient;
  let db: Database;
  let sql: postgres.Sql;
  beforeAll(async () => {
    easel = await startTestEasel();
    ada = createConsoleClient(easel.url, "admin");
    db = connectDatabase(easel.databaseUrl, pino({ level: "silent" }));
    sql = postgres(easel.databaseUrl, { max: 2, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql.end();
    await db.close();
    await ada.close();
    await easel.stop();
  });

  it("is forgotten only by an admin, who is first shown what that means", async () => {
    expect((await easel.console.answerTo("/easel forget @ada")).text).toBe(en.adminsOnly);
    expect((await ada.answerTo("/easel forget nobody")).text).toBe(en.people.noSuchPerson("nobody"));
    expect((await ada.answerTo("/easel forget @ada")).text).toBe(say.notYourself);
    const asked = await ada.answerTo("/easel forget @max", { locale: "zh-CN" });
    expect(asked.text).toContain("无法撤销");
  });

  it("leaves numbers, but no text or names, even in the Console", async () => {
    const { console: max } = easel;
    const words = "a violet walrus";
    await max.say("/preset save walrus --size 1K");
    await max.say(`/imagine ${words} --preset walrus`);
    const result = await max.see("the result", (all) => all.find(({ files }) => files.length > 0));
    await max.press(result, en.result.recipe);
    await max.see("the recipe", (all) => all.find((one) => one.private && one.text.includes(words)));
    // Adds a smaller version of the picture.
    await sql`
      insert into media (hash, bytes, last_used_at) select 'fitted', bytes, now() from media where hash = (select hash from artifacts limit 1)`;
    await sql`
      insert into fittings (hash, max_bytes, fitted_hash, bytes, mime_type) select hash, 9, 'fitted', 1, 'image/png' from artifacts limit 1`;
    await editThroughForm(`${words} swims`);
    await cancelWhatAdminsWereAsked(`${words} dives`);
    await ada.answerTo("/easel-admin groups create makers");
    await ada.answerTo("/easel-admin groups add makers --person @max");
    const asked = await ada.answerTo("/easel forget @max");
    const open = async (): Promise<number> => (await sql`select from batches where closed_at is null`).length;
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
    const [organisation] = await sql`select id from organisations`;
    const [account] = await sql`select account_id as id from identities where user_id = 'member'`;
    const [organisationId, accountId] = [String(organisation?.["id"]), String(account?.["id"])];
    const used = () => createUsageStore(db).own(organisationId, accountId, "console:main");
    const before = await used();
    // A member can't press it.
    await expect(max.press(asked, say.forgetThem)).rejects.toThrow("no longer there");
    expect(await tablesWith(sql, words)).toContain("batches");
    expect(await tablesWith(sql, "walrus.png")).toContain("console_files");
    await ada.press(asked, say.forgetThem);
    await ada.see("the answer", (all) => all.find(({ text }) => text === say.forgetting));
    const [worker] = await sql`select id::text as id from workers limit 1`;
    await forgetterOn(db).forgetAll(String(worker?.["id"]), never);
    await ada.see("the result's removal", (all) => (all.some(({ id }) => id === result.id) ? undefined : true));
    await expect.poll(() => tablesWith(sql, words), { timeout: 20_000 }).toEqual([]);
    expect(await tablesWith(sql, "walrus")).toEqual([]);
    // The audit keeps what admins did to members, and admins' private answers stay as they are.
    const named = sql`select from console_messages where strpos(text, 'Max (member)') > 0 and visible_to is distinct from 'admin'`;
    expect(await named).toHaveLength(0);
    expect(await tablesWith(sql, "Max (member)")).toEqual(["audit", "console_messages"]);
    expect(await used()).toEqual(before);
    const shares = await createUsageStore(db).shares(organisationId, "console:main", "month", "member");
    expect(shares).toMatchObject([{ name: `#${accountId.slice(-8)}`, images: 2 }]);
    expect(await sql`select from identities where user_id = 'member'`).toHaveLength(0);
    const [kept] =
      await sql`select bool_and(last_used_at = 'epoch') as due from media where hash = 'fitted' or hash in (select hash from artifacts)`;
    expect(kept).toEqual({ due: true });
    const audit =
      await sql`select action, scope, actor_name, before, after from audit where action = 'account.forgotten'`;
    expect([...audit]).toEqual([
      {
        action: "account.forgotten",
        scope: `account:${accountId}`,
        actor_name: "Ada (admin)",
        before: null,
        after: null,
      },
    ]);
    // They can come back, as a new person.
    expect((await max.answerTo("/preset list")).text).toBe(en.presets.none);
    await sql`update forgettings set begun_at = now() - interval '10 minutes'`;
    // As if a form that was still open had saved it.
    await sql`
      insert into presets (organisation_id, scope, name, command, options, created_by)
      values (${organisationId}, ${`account:${accountId}`}, 'late', 'imagine', '{}', ${accountId})`;
    await forgetterOn(db).forgetAll(String(worker?.["id"]), never);
    expect(await sql`select console_users, done_at is not null as done from forgettings`).toEqual([
      { console_users: [], done: true },
    ]);
    expect(await sql`select from presets`).toHaveLength(0);
    const said =
      await sql`select text from console_messages where author = 'member' or visible_to = 'member' order by position`;
    expect(said.map(({ text }) => text)).toEqual(["/preset list", en.presets.none]);
  });

  async function editThroughForm(prompt: string): Promise<void> {
    const { console: max } = easel;
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#223355" } })
      .png()
      .toBuffer();
    const { form } = await max.bare("/edit");
    const field = form?.fields.find(({ type }) => type === "files")?.name ?? "";
    const file = { name: "walrus.png", mimeType: "image/png", bytes: new Uint8Array(bytes), field };
    await max.fillIn(form, { values: { prompt }, files: [file] });
    await max.see("the edit", (all) => all.find(({ files }) => files.some((one) => one.description === prompt)));
  }

  /** Requests something that an admin must approve, and cancels it before that. */
  async function cancelWhatAdminsWereAsked(prompt: string): Promise<void> {
    const { console: max } = easel;
    await ada.answerTo("/easel-admin workspace settings --admin_channel here", { channel: "studio" });
    await ada.answerTo("/easel-admin channel limits --approve_count 1");
    for (let text = ""; !text.includes("at once than: 1");) text = (await max.answerTo("/easel limits")).text;
    await max.say(`/imagine ${prompt} --count 2`);
    const asked = await ada.see("the question", (all) => all.find(({ text }) => text.includes(prompt)), "studio");
    const notice = await max.see("the notice", (all) =>
      all.find(({ text, buttons }) => text.includes(prompt) && buttons.some(({ label }) => label === "Cancel")),
    );
    await max.press(notice, "Cancel");
    await ada.see(
      "the end",
      (all) => all.find(({ id, text }) => id === asked.id && text.includes("The request was withdrawn.")),
      "studio",
    );
  }
});

it("on Discord, loses the final message about a cancelled request", async () => {
  const here = await startDiscordEasel();
  const db = connectDatabase(here.easel.databaseUrl, pino({ level: "silent" }));
  const sql = postgres(here.easel.databaseUrl, { max: 1, onnotice: () => {} });
  const posts = () => postsIn(here.channel).map(({ content }) => content);
  try {
    here.person.command("imagine", { prompt: "a violet walrus [slow:600]" });
    const notice = await here.discord.until("the notice", () =>
      postsIn(here.channel).find((message) => buttonsOf(message).some(({ label }) => label === "Cancel")),
    );
    here.person.press(notice, "Cancel");
    await expect.poll(posts, { timeout: 20_000 }).toEqual([expect.stringMatching(/Cancelled.*Max.*a violet walrus/)]);
    const open = async (): Promise<number> => (await sql`select from batches where closed_at is null`).length;
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
    const [account] = await sql`
      select account_id as id, organisation_id as organisation from accounts join identities on account_id = accounts.id
      where user_id = ${here.max.id}`;
    const forgotten = await createForgetting(db).forget(
      String(account?.["organisation"]),
      String(account?.["id"]),
      ADMIN,
    );
    expect(forgotten).toEqual({ kind: "begun" });
    const [worker] = await sql`select id::text as id from workers limit 1`;
    await forgetterOn(db).forgetAll(String(worker?.["id"]), never);
    await expect.poll(posts, { timeout: 20_000 }).toEqual([]);
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
  } finally {
    await sql.end();
    await db.close();
    await here.stop();
  }
});
