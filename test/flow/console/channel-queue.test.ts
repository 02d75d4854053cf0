import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** More than a process has connections. */
const MANY = 24;

let database: TestDatabase;
let server: TestConsole;
let holder: postgres.Sql;

beforeEach(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
  holder = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} });
});
afterEach(async () => {
  await holder.end();
  await server.stop();
  await database.drop();
});

const make = async (id: string): Promise<number> => {
  const body = JSON.stringify({ id, as: "member" });
  const headers = { "content-type": "application/json" };
  return (await fetch(`${server.url}/api/channels`, { method: "POST", headers, body })).status;
};
const remove = async (id: string): Promise<number> =>
  (await fetch(`${server.url}/api/channels/${id}?as=member`, { method: "DELETE" })).status;
const revision = async (): Promise<unknown> => (await holder`select revision from console_counter`)[0]?.["revision"];

describe("many concurrent changes of channels", () => {
  it("leave connections free for everyone else while they wait for their turn", async () => {
    const names = Array.from({ length: MANY / 2 }, (_, index) => `room-${index}`);
    for (const name of names) expect(await make(name)).toBe(200);
    await holder`begin`;
    await holder`select from console_counter for update`;
    const changes = Promise.all([...names.map(remove), ...names.map((name) => make(`new-${name}`))]);
    const waiting = async (): Promise<number> => {
      const [row] = await holder<{ waiting: number }[]>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.waiting ?? 0;
    };
    await expect.poll(waiting).toBe(1);
    expect(await server.db.run((queries) => queries.execute(sql`select 7 as answer`))).toMatchObject([{ answer: 7 }]);
    expect((await fetch(`${server.url}/api/state?locale=en`)).status).toBe(200);
    expect(await waiting()).toBe(1);
    await holder`commit`;
    expect(new Set(await changes)).toEqual(new Set([200]));
  });

  it("don't change the revision if they change nothing", async () => {
    expect(await make("room")).toBe(200);
    const before = await revision();
    expect(await remove("nowhere")).toBe(404);
    expect(await make("room")).toBe(409);
    expect(await revision()).toBe(before);
  });
});

/** Writes messages into a channel. */
async function fill(channel: string, count: number): Promise<void> {
  await holder`
    with counter as (update console_counter set revision = revision + ${count + 1} returning revision - ${count + 1} as before)
    insert into console_messages (id, channel_id, author, position, revision, text, content)
    select gen_random_uuid()::text, ${channel}, 'member', before + n, before + n, 'hello', '{"buttons":[],"files":[]}'
    from counter, generate_series(1, ${count}::int) n`;
}
const messagesIn = (channel: string) => holder`select from console_messages where channel_id = ${channel}`;

it("a channel with more messages than one statement deletes is removed completely", async () => {
  expect(await make("long")).toBe(200);
  await fill("long", 2_500);
  expect(await remove("long")).toBe(200);
  expect(await messagesIn("long")).toHaveLength(0);
});

it.each(["removed again", "made again"])(
  "a channel that is %s after an interrupted removal has none of its old messages",
  async (how) => {
    expect(await make("half")).toBe(200);
    await fill("half", 2);
    await holder`
      update console_channels set removed_at = now(), revision = (select revision from console_counter) where id = 'half'`;
    expect(await (how === "made again" ? make : remove)("half")).toBe(how === "made again" ? 200 : 404);
    expect(await messagesIn("half")).toHaveLength(0);
  },
);
