import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HistoryView } from "../../../src/platforms/console/api/history.ts";
import { CONSOLE_READ_BYTES, readBounded } from "../../../src/platforms/console/store/bounded-messages.ts";
import { readChanges } from "../../../src/platforms/console/store/reading.ts";
import { currentRevision } from "../../../src/platforms/console/store/revision.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

/** The longest message, and an upper bound for the JSON around its text. */
const MESSAGE_BYTES = 40_000;
const ENVELOPE_BYTES = 1_000;
/** The maximum size of a page: its last message may begin just below the bound. */
const PAGE_BYTES = CONSOLE_READ_BYTES + MESSAGE_BYTES + 50 * ENVELOPE_BYTES;

let database: TestDatabase;
let server: TestConsole;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestConsole({ databaseUrl: database.url });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function addChannel(id: string): Promise<void> {
  const body = JSON.stringify({ id });
  await fetch(`${server.url}/api/channels`, { method: "POST", headers: { "content-type": "application/json" }, body });
}

/** Adds this many messages of this size. Their texts or the descriptions of their files make up most of it. */
async function addMessages(channel: string, count: number, bytes: number, where: "text" | "files" = "text") {
  const [inText, inFile] = where === "text" ? [bytes, 0] : [0, bytes];
  const file = { id: "f", name: "a.png", mimeType: "image/png", bytes: 1 };
  await server.db.run((queries) =>
    queries.execute(sql`
      with counter as (
        update console_counter set revision = revision + ${count}::integer returning revision - ${count}::integer as before
      )
      insert into console_messages (id, channel_id, author, position, revision, text, content)
      select gen_random_uuid()::text, ${channel}::text, 'admin', before + n, before + n, repeat('x', ${inText}::integer),
        jsonb_build_object('buttons', '[]'::jsonb, 'files', jsonb_build_array(
          ${JSON.stringify(file)}::jsonb || jsonb_build_object('description', repeat('y', ${inFile}::integer))))
      from counter, generate_series(1, ${count}::integer) n`),
  );
}

/** All pages of a channel's history, newest first: the positions in each, and its size. */
async function pagesOf(channel: string): Promise<{ positions: number[]; bytes: number }[]> {
  const pages: { positions: number[]; bytes: number }[] = [];
  for (let before = ""; ;) {
    const response = await fetch(`${server.url}/api/channels/${channel}/messages?as=member${before}`);
    const body = await response.text();
    const { messages, older } = HistoryView.parse(JSON.parse(body));
    pages.push({ positions: messages.map(({ position }) => position), bytes: body.length });
    if (!older) return pages;
    before = `&before=${messages[0]?.position}`;
  }
}

describe("large messages at the Console", () => {
  it.each(["text", "files"] as const)(
    "make pages of history shorter, and no message is left out: %s",
    async (where) => {
      const channel = `large-${where}`;
      await addChannel(channel);
      await addMessages(channel, 50, MESSAGE_BYTES, where);
      const pages = await pagesOf(channel);
      expect(pages.length).toBeGreaterThan(2);
      expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(PAGE_BYTES);
      const positions = pages.toReversed().flatMap((page) => page.positions);
      expect(positions).toHaveLength(50);
      expect(positions).toEqual([...new Set(positions)].toSorted((one, next) => one - next));
    },
  );

  it("get a separate page if they are larger than a page", async () => {
    await addChannel("huge");
    await addMessages("huge", 3, 2 * CONSOLE_READ_BYTES);
    expect((await pagesOf("huge")).map(({ positions }) => positions.length)).toEqual([1, 1, 1]);
  });

  it("are not even read by PostgreSQL if they are beyond the page", async () => {
    await addChannel("heavy");
    const bytes = 2 * CONSOLE_READ_BYTES;
    await server.db.run((queries) =>
      queries.execute(sql`alter table console_messages alter column content set storage external`),
    );
    await addMessages("heavy", 20, bytes, "files");
    const client = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} });
    const queries = drizzle(client);
    // Counts only this session's reads, not those of an open page.
    const blocksRead = async (): Promise<number> => {
      const [row] = await client<{ blocks: number }[]>`
        select (pg_stat_get_blocks_fetched(reltoastrelid) + pg_stat_get_xact_blocks_fetched(reltoastrelid))::float8 as blocks
        from pg_class, (select pg_stat_force_next_flush()) flushed where relname = 'console_messages'`;
      return row?.blocks ?? 0;
    };
    const before = await blocksRead();
    const { messages, more } = await readBounded(queries, {
      person: "member",
      where: sql`channel_id = 'heavy'`,
      by: "position",
      to: "older",
      from: Number.MAX_SAFE_INTEGER,
      limit: 50,
    });
    const read = (await blocksRead()) - before;
    await client.end();
    expect({ messages: messages.length, more }).toEqual({ messages: 1, more: true });
    // The message is sized and then sent, in blocks of 8 KiB.
    expect(read).toBeGreaterThan(bytes / 8192);
    expect(read).toBeLessThan((5 * bytes) / 8192);
  });

  it("leave pages as they are while they fit", async () => {
    await addChannel("small");
    await addMessages("small", 101, 1_000);
    expect((await pagesOf("small")).map(({ positions }) => positions.length)).toEqual([50, 50, 1]);
  });

  it("make the batches of an event stream smaller, and all changes still arrive in order", async () => {
    const start = await server.db.run(currentRevision);
    await addChannel("news");
    await addMessages("news", 30, MESSAGE_BYTES);
    await addChannel("between");
    await addMessages("news", 30, MESSAGE_BYTES);
    const revisions: number[] = [];
    let batches = 0;
    for (let after = start, more = true; more; batches += 1) {
      const batch = await readChanges(server.db, "member", after, 100);
      expect(JSON.stringify(batch).length).toBeLessThan(PAGE_BYTES);
      revisions.push(...batch.changes.map(({ revision }) => revision));
      ({ upTo: after, more } = batch);
    }
    expect(batches).toBeGreaterThan(3);
    expect(revisions).toEqual(Array.from({ length: 62 }, (_, n) => start + n + 1));
  });
});
