import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/db/connection.ts";
import { preparing } from "../../../src/db/prepared.ts";
import type { PersonId } from "../../../src/platforms/console/api/people.ts";
import { readHistory } from "../../../src/platforms/console/store/history.ts";
import { readChanges } from "../../../src/platforms/console/store/reading.ts";
import { currentRevision } from "../../../src/platforms/console/store/revision.ts";
import { consolePerson, type ConsolePerson } from "../../support/console/console-person.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** Enough to fill several times as many blocks as all other messages here. */
const HIDDEN = 20_000;
/** PostgreSQL makes this many custom plans for a prepared statement before it may use a generic one. */
const PLANNED_WITH_VALUES = 5;

let database: TestDatabase;
let server: TestConsole;
let max: ConsolePerson;
let client: postgres.Sql;
/** A connection with prepared statements, like those of the Console. */
let reader: Pick<Database, "run">;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
  max = consolePerson(server.url, "member");
  client = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} });
  const queries = drizzle(preparing(client));
  reader = { run: (work) => work(queries) };
});
afterAll(async () => {
  await client.end();
  await server.stop();
  await database.drop();
});

async function add(count: number, visibleTo: PersonId | null, removed = false): Promise<void> {
  await client`
    with counter as (
      update console_counter set revision = revision + ${count}::integer returning revision - ${count}::integer as before
    )
    insert into console_messages (id, channel_id, author, visible_to, position, revision, text, content, removed)
    select gen_random_uuid()::text, 'general', 'easel', ${visibleTo}::text, before + n, before + n, n::text,
      '{"files":[],"buttons":[]}'::jsonb, ${removed}::boolean
    from counter, generate_series(1, ${count}::integer) n`;
}

/** How many blocks of the messages and their indexes a read touches. */
async function blocksOf(read: () => Promise<unknown>): Promise<number> {
  const blocksRead = async (): Promise<number> => {
    const [row] = await client<{ blocks: number }[]>`
      select sum(pg_stat_get_blocks_fetched(oid) + pg_stat_get_xact_blocks_fetched(oid))::float8 as blocks
      from pg_class, (select pg_stat_force_next_flush()) flushed where relname like 'console_messages%'`;
    return row?.blocks ?? 0;
  };
  for (let time = 0; time < 2 * PLANNED_WITH_VALUES; time += 1) await read();
  const before = await blocksRead();
  await read();
  return (await blocksRead()) - before;
}

describe("messages that a person does not see", () => {
  it("cost them nothing to read past, in history and in an event stream", async () => {
    const history = (person: PersonId) => () => readHistory(reader, { channel: "general", person }, 50);
    const since = (person: PersonId, at: number) => () => readHistory(reader, { channel: "general", person, at }, 50);
    const beginning = Date.now();
    const changes = (person: PersonId, after: number) => () => readChanges(reader, person, after, 100);
    const start = await server.db.run(currentRevision);
    await add(200, null);
    await add(20, "member");
    await add(20, "admin");
    const [forAdmin, forMember] = [await history("admin")(), await history("member")()];
    const most = {
      history: 2 * (await blocksOf(history("admin"))),
      changes: 2 * (await blocksOf(changes("admin", start))),
      since: 3 * (await blocksOf(since("admin", beginning))),
    };

    const flood = await server.db.run(currentRevision);
    await add(HIDDEN, "member");
    await client`analyze console_messages`;
    expect(await history("admin")()).toEqual(forAdmin);
    expect(await blocksOf(history("admin"))).toBeLessThan(most.history);
    expect(await blocksOf(since("admin", beginning))).toBeLessThan(most.since);
    expect((await changes("admin", flood)()).changes).toEqual([]);
    // Finding that nothing follows takes one look-up for public messages and one for the reader's.
    expect(await blocksOf(changes("admin", flood))).toBeLessThan(20);

    // Messages that they have dismissed cost nothing either.
    await client`update console_messages set removed = true where visible_to = 'member' and position > ${flood}`;
    await client`analyze console_messages`;
    expect(await history("member")()).toEqual(forMember);
    expect(await blocksOf(history("member"))).toBeLessThan(most.history);
    expect((await changes("member", flood)()).changes).toHaveLength(100);
    expect(await blocksOf(changes("member", flood))).toBeLessThan(most.changes);
  });
});

describe("the changes that a person reads", () => {
  it("are the public ones and their own, in one order; only an event stream includes removed messages", async () => {
    const start = await server.db.run(currentRevision);
    for (let turn = 0; turn < 3; turn += 1) {
      await add(1, null);
      await add(1, "member");
      await add(1, "admin");
      await add(1, "member", true);
      await add(1, null, true);
    }
    const revisionsFor = async (person: PersonId, limit: number): Promise<number[]> => {
      const revisions: number[] = [];
      for (let after = start, more = true; more;) {
        const batch = await readChanges(reader, person, after, limit);
        revisions.push(...batch.changes.map(({ revision }) => revision - start));
        ({ upTo: after, more } = batch);
      }
      return revisions;
    };
    const positionsFor = async (person: PersonId, limit: number): Promise<number[]> => {
      const positions: number[] = [];
      for (let before: number | undefined; before === undefined || before > start + 1;) {
        const page = await readHistory(reader, { channel: "general", person, before }, limit);
        positions.unshift(...(page?.messages ?? []).map(({ position }) => position - start));
        before = page?.messages[0]?.position ?? 0;
      }
      return positions;
    };
    for (const limit of [1, 2, 3, 100]) {
      expect(await revisionsFor("member", limit)).toEqual([1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15]);
      expect(await revisionsFor("admin", limit)).toEqual([1, 3, 5, 6, 8, 10, 11, 13, 15]);
    }
    expect(await positionsFor("member", 2)).toEqual([1, 2, 6, 7, 11, 12]);
    expect(await positionsFor("admin", 2)).toEqual([1, 3, 6, 8, 11, 13]);
  });
});

describe("a private answer that is dismissed again", () => {
  it("changes nothing, so no page is notified", async () => {
    server.handleWith((_event, responder) => responder.answer({ text: "seen" }));
    await max.say("/imagine to be put away");
    const answer = (await max.read()).findLast((message) => message.text === "seen");
    const dismiss = async (id: string) => {
      const response = await fetch(`${server.url}/api/messages/${id}?as=member`, { method: "DELETE" });
      return { status: response.status, revision: await server.db.run(currentRevision) };
    };
    const before = await server.db.run(currentRevision);
    expect(await dismiss(answer?.id ?? "")).toEqual({ status: 200, revision: before + 1 });
    expect(await dismiss(answer?.id ?? "")).toEqual({ status: 200, revision: before + 1 });
    expect(await dismiss("no-such-message")).toEqual({ status: 200, revision: before + 1 });
  });
});
