import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { USAGE_BY } from "../../../src/core/account/quota/usage.ts";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { Within } from "../../../src/core/job/job-store.ts";
import { createAuditLog } from "../../../src/db/accounts/audit-log.ts";
import { createQuotaStore } from "../../../src/db/accounts/quota-store.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createResultStore } from "../../../src/db/delivery/result-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { readHistory } from "../../../src/platforms/console/store/history.ts";
import { fillHistory } from "../../support/database/history.ts";
import { countRowsRead, type RowsRead } from "../../support/database/rows-read.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** Enough rows that PostgreSQL would rather replan a list than read a tenth of them. */
const HISTORY = 3_000;
const MONTH_SECONDS = 30 * 24 * 3_600;
const PLACE: Conversation = { platform: "console", workspace: "main", channel: "general" };

let stored: StoredJobs;
let reads: RowsRead;
let account: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
  const client = postgres(stored.url, { max: 1, fetch_types: false, onnotice: () => {} });
  const size = { batches: HISTORY, ledgerRows: 4 * HISTORY, messages: HISTORY, overSeconds: MONTH_SECONDS };
  await fillHistory(client, { organisationId: stored.organisationId, accountId: account, ...size });
  await client.end();
  reads = countRowsRead(stored, { mayReadWholeTables: true });
});

afterAll(async () => {
  await reads.close();
  await stored.close();
});

it("a statement that is replanned each time is found", async () => {
  const limited = (limit: number): Promise<unknown> =>
    reads.db.run((queries) =>
      queries.execute(
        sql`select id from batches where account_id = ${account} order by created_at desc nulls first limit ${limit}`,
      ),
    );
  expect(await reads.plannedEachTime(() => limited(10))).toEqual([expect.stringContaining("nulls first limit")]);
});

describe("with a long history, PostgreSQL plans once", () => {
  it.each(["account", "channel", "workspace", "starred"] as const)(
    "a list of the latest requests of: %s",
    async (kind) => {
      const store = createJobStore(reads.db, { changed() {}, freed() {}, time() {} });
      const within: Within = { kind, accountId: account, conversation: PLACE };
      const list = (): Promise<unknown> => store.latestBatches(stored.organisationId, within, 50);
      expect(await reads.plannedEachTime(list)).toEqual([]);
    },
  );

  it("usage by each criterion", async () => {
    const usage = createUsageStore(reads.db);
    const { organisationId } = stored;
    const all = async (): Promise<void> => {
      await usage.own(organisationId, account, "console:main");
      await usage.ownSpent(organisationId, account, "console:main");
      for (const by of USAGE_BY) await usage.shares(organisationId, "console:main", "month", by);
      await usage.days(organisationId, "console:main", "month", 100);
      await usage.days(organisationId, "console:main", "month", 100, account);
    };
    expect(await reads.plannedEachTime(all)).toEqual([]);
  });

  it("what a message requested, the newest result of a thread, and a page of messages", async () => {
    const results = createResultStore(reads.db, createDeliveryStore(reads.db, { changed() {} }));
    const all = async (): Promise<void> => {
      await results.latestFor({ conversation: PLACE, id: "history-7" });
      await results.latestIn(PLACE);
      await readHistory(reads.db, { channel: "general", person: "member", before: HISTORY / 2 }, 50);
    };
    expect(await reads.plannedEachTime(all)).toEqual([]);
  });

  it("the audit, and charges that can be refunded", async () => {
    const all = async (): Promise<void> => {
      await createAuditLog(reads.db).recent(stored.organisationId, { who: { name: "kim" } }, 16);
      await createQuotaStore(reads.db).refundable(stored.organisationId);
    };
    expect(await reads.plannedEachTime(all)).toEqual([]);
  });
});
