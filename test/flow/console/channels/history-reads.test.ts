import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHistory } from "../../../../src/platforms/console/store/history.ts";
import { readChanges } from "../../../../src/platforms/console/store/reading.ts";
import { fillHistory } from "../../../support/database/history.ts";
import { countRowsRead, type RowsRead } from "../../../support/database/rows-read.ts";
import { openStoredJobs, type StoredJobs } from "../../../support/database/stored-jobs.ts";

/** Messages in the channel. A statement that reads all of them exceeds `MOST`. */
const HISTORY = 3_000;
/** How many rows may be read of one table: a page or two, and the index entries that lead there. */
const MOST = 300;

let stored: StoredJobs;
let reads: RowsRead;

beforeAll(async () => {
  stored = await openStoredJobs();
  const { organisationId, url } = stored;
  const accountId = await stored.account("Max");
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  const size = { batches: 1, ledgerRows: 1, messages: HISTORY, overSeconds: 30 };
  await fillHistory(client, { organisationId, accountId, ...size });
  await client.unsafe("analyze");
  await client.end();
  reads = countRowsRead(stored);
});
afterAll(async () => {
  await reads.close();
  await stored.close();
});

/** Tables with more reads than a page needs. */
async function muchReadBy(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const all = await reads.by(work);
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > MOST));
}

it("reads are counted, so that a statement that reads all messages is found", async () => {
  const all = await reads.by(() =>
    reads.db.run((queries) => queries.execute(sql`select count(*) from console_messages`)),
  );
  expect(all["console_messages"]).toBeGreaterThanOrEqual(HISTORY);
});

describe("a channel's history is not read", () => {
  it("by a page of the Console's messages, or by changes since a revision", async () => {
    const much = await muchReadBy(async () => {
      const page = await readHistory(reads.db, { channel: "general", person: "member", before: HISTORY / 2 }, 50);
      expect(page).toMatchObject({ older: true });
      await readHistory(reads.db, { channel: "general", person: "member" }, 50);
      expect((await readChanges(reads.db, "member", HISTORY - 10, 100)).changes).toHaveLength(11);
      expect((await readChanges(reads.db, "member", 10, 100)).more).toBe(true);
    });
    expect(much).toEqual({});
  });

  it("by a page of the Console's messages from a day, around a message, or after one", async () => {
    const reader = { channel: "general", person: "member" } as const;
    const much = await muchReadBy(async () => {
      expect(await readHistory(reads.db, { ...reader, after: HISTORY / 2 }, 50)).toMatchObject({ newer: true });
      // A third of the history is from the last ten seconds.
      const since = await readHistory(reads.db, { ...reader, at: Date.now() - 10_000 }, 50);
      expect(since?.messages).toHaveLength(50);
      expect(since?.first).toBeGreaterThan(HISTORY / 3);
      const around = since?.messages[10]?.id;
      expect((await readHistory(reads.db, { ...reader, around }, 50))?.messages[25]?.id).toBe(around);
    });
    expect(much).toEqual({});
  });
});
