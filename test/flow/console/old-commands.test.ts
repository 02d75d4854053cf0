import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { consolePerson } from "../../support/console/console-person.ts";
import { startTestConsole } from "../../support/console/console.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { createManualClock } from "../../support/manual-clock.ts";

describe("commands from before this version", () => {
  it("are hidden at startup, unless they became requests", async () => {
    const old = await createTestDatabase();
    onTestFinished(() => old.drop());
    const sql = postgres(old.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end());
    await sql`insert into console_counter (id, revision) values (1, 2000)`;
    await sql`insert into console_channels (id, revision) values ('général', 1)`;
    const add = async (
      id: string,
      position: number,
      text: string,
      author = "member",
      replyTo: string | null = null,
    ) => sql`
      insert into console_messages (id, channel_id, author, position, revision, text, reply_to, content, created_at)
      values (${id}, 'général', ${author}, ${position}, ${position}, ${text}, ${replyTo}, '{"files":[],"buttons":[]}', now() - interval '1 day')`;
    await add("said", 2, "good morning");
    await add("usage", 3, "/usage");
    await add("made", 4, "/imagine a fox");
    await add("notice", 5, "Max asked for a picture", "easel", "made");
    await add("bare", 6, "/imagine", "admin");
    await add("reply", 7, "make it blue", "member", "notice");
    await add("mention", 8, "@easel a fox", "admin");
    await add("between", 9, "I agree", "admin", "said");
    // More than one statement examines.
    await sql`
      insert into console_messages (id, channel_id, author, position, revision, text, content, created_at)
      select 'many' || n, 'général', 'member', 10 + n, 10 + n, case when n % 2 = 0 then '/usage' else 'hello' end,
        '{"files":[],"buttons":[]}', now() - interval '1 hour' from generate_series(1, 1200) n`;
    await sql`
      with organisation as (insert into organisations default values returning id),
        account as (insert into accounts (organisation_id, display_name) select id, 'Max' from organisation returning id, organisation_id)
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        request_message, service, request, count, sandbox)
      select gen_random_uuid(), 'console', 'e', organisation_id, id, 'console:main:g%C3%A9n%C3%A9ral', 'member', 'Max', 'en',
        'made', 'image', '{}', 1, true from account`;
    const hidden = async () =>
      (
        await sql<
          { id: string }[]
        >`select id from console_messages where visible_to is not null and id not like 'many%'`
      )
        .map(({ id }) => id)
        .toSorted();
    const first = await startTestConsole({ databaseUrl: old.url });
    onTestFinished(() => first.stop());
    await expect
      .poll(async () => (await sql`select from console_counter where commands_hidden_at is not null`).length)
      .toBe(1);
    expect(await hidden()).toEqual(["bare", "mention", "reply", "usage"]);
    const wrong = await sql`
      select from console_messages where id like 'many%' and (visible_to = author) is distinct from (text = '/usage' or null)`;
    expect(wrong).toHaveLength(0);
    const read = consolePerson(first.url, "admin").read("général");
    expect((await read).some(({ text }) => text === "/usage")).toBe(false);
  });

  it("are hidden too if a process of that version receives them afterwards", async () => {
    const old = await createTestDatabase();
    onTestFinished(() => old.drop());
    const sql = postgres(old.url, { max: 1, onnotice: () => {} });
    onTestFinished(() => sql.end());
    await sql`insert into console_counter (id, revision, commands_hidden_at) values (1, 2000, now() - interval '2 days')`;
    await sql`insert into console_channels (id, revision) values ('attic', 1)`;
    const add = async (id: string, text: string, age: string) => sql`
      insert into console_messages (id, channel_id, author, position, revision, text, content, created_at)
      values (${id}, 'attic', 'member', 1, 1, ${text}, '{"files":[],"buttons":[]}', now() - ${age}::interval)`;
    const hidden = async () =>
      (await sql<{ id: string }[]>`select id from console_messages where visible_to is not null order by id`).map(
        ({ id }) => id,
      );
    await add("long ago", "/usage", "3 days");
    await add("said", "good morning", "1 day");
    await add("through an older process", "/usage", "1 day");
    const clock = createManualClock();
    const console = await startTestConsole({ databaseUrl: old.url, clock });
    onTestFinished(() => console.stop());
    // Messages that were checked before are not checked again.
    await expect.poll(hidden).toEqual(["through an older process"]);
    const isLookedAt = async () =>
      (await sql`select from console_counter where commands_hidden_at > now() - interval '1 hour'`).length === 1;
    await expect.poll(isLookedAt).toBe(true);
    await add("while this one ran", "/usage", "1 second");
    await expect
      .poll(() => {
        clock.advance(10 * 60_000);
        return hidden();
      })
      .toEqual(["through an older process", "while this one ran"]);
  });
});
