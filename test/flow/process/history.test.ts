import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditFilter } from "../../../src/core/account/audit-log.ts";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { JobStore, NewBatch } from "../../../src/core/job/job-store.ts";
import { transition } from "../../../src/core/job/transition.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createAuditLog } from "../../../src/db/accounts/audit-log.ts";
import { mergeAccounts } from "../../../src/db/accounts/merge-accounts.ts";
import { createQuotaStore } from "../../../src/db/accounts/quota-store.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { USAGE_BY } from "../../../src/core/account/quota/usage.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createMediaLedger } from "../../../src/db/delivery/media-ledger.ts";
import { createResultStore } from "../../../src/db/delivery/result-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { readScrapeFacts } from "../../../src/db/scrape-facts.ts";
import { DAY_MS } from "../../../src/lib/limits.ts";
import { createPostStore } from "../../../src/platforms/slack/store/post-store.ts";
import { DELETED_GROUP, fillHistory } from "../../support/database/history.ts";
import { setQuota } from "../../support/database/quotas.ts";
import { countRowsRead, type RowsRead } from "../../support/database/rows-read.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** Existing rows of each kind. A statement that reads all of them exceeds `MOST`. */
const HISTORY = 3_000;
/** How many rows a statement may read of one table: a page of a list, and open work. */
const MOST = 300;
const PLACE: Conversation = { platform: "console", workspace: "main", channel: "general" };

let stored: StoredJobs;
let reads: RowsRead;
let store: JobStore;
let account: string;
let worker: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  const { organisationId, url } = stored;
  account = await stored.account("Max");
  const others = await stored.account("Ada");
  await stored.enterKey(5);
  await setQuota(stored, { scope: "organisation", amount: 1_000_000 });
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  // All within the last half minute: even recent requests are history once they are closed.
  const size = { batches: HISTORY, ledgerRows: 4 * HISTORY, messages: HISTORY, overSeconds: 30 };
  await fillHistory(client, { organisationId, accountId: account, ...size });
  await client.unsafe(`
    insert into quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
    select '${organisationId}', 'organisation', 'images', 'day', at, at + interval '1 day'
    from generate_series(now() - ${HISTORY} * interval '1 day', now() - interval '1 day', '1 day') at;
    insert into slack_posts (key, workspace, channel, thread, ts, has_files)
    select 'history-' || n, 'T1', 'C1', case when n > 1 then n::text end, lpad(n::text, 9, '0'), true
    from generate_series(1, ${HISTORY}) n;
    insert into slack_uploads (post_key, ordinal, file_id, step, share_ts)
    select key, 1, 'f-' || key, 'shared', 's-' || ts from slack_posts;
    insert into stars (organisation_id, account_id, batch_id, channel, event_key, created_at)
    select organisation_id, '${others}', id, conversation, id, created_at from batches;
    analyze`);
  await client.end();
  worker = randomUUID();
  await stored.store.register(worker);
  reads = countRowsRead(stored);
  store = createJobStore(reads.db, { changed() {}, freed() {}, time() {} });
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

const accept = (changes: Partial<NewBatch> = {}): Promise<string> =>
  stored.accept(account, 2, randomUUID(), worker, { mostWaiting: 100, ...changes }, store);

it("a statement that reads history is found by counting the rows read", async () => {
  const all = await reads.by(() => reads.db.run((queries) => queries.execute(sql`select count(*) from jobs`)));
  expect(all["jobs"]).toBeGreaterThanOrEqual(HISTORY);
});

describe("history is not read", () => {
  it.each([
    ["a member's latest", "account"],
    ["a channel's latest", "channel"],
    ["a workspace's latest", "workspace"],
    ["a channel's starred", "starred"],
  ] as const)("by a list of %s requests", async (_which, kind) => {
    const within = { kind, accountId: account, conversation: PLACE };
    let listed = 0;
    const much = await muchReadBy(async () => {
      listed = (await store.latestBatches(stored.organisationId, within, 50)).length;
    });
    expect({ much, listed }).toEqual({ much: {}, listed: 50 });
  });

  it("by accepting a request under a quota and a bound", async () => {
    expect(await muchReadBy(() => accept())).toEqual({});
  });

  it("by a claim, whether or not there is work", async () => {
    expect(await muchReadBy(() => store.claim(worker, BASE_URLS))).toEqual({});
    const much = await muchReadBy(async () => {
      await accept();
      expect(await store.claim(worker, BASE_URLS)).toHaveLength(2);
    });
    expect(much).toEqual({});
  });

  it("by releasing a failed job's reservation", async () => {
    const much = await muchReadBy(async () => {
      await accept();
      const [job] = await store.claim(worker, BASE_URLS);
      if (!job) throw new Error("nothing was claimed");
      const refused = transition(job, { type: "refused", failure: { reason: "gateway" } });
      if (refused) expect(await store.apply(job, refused)).toMatchObject({ settlement: "released" });
    });
    expect(much).toEqual({});
  });

  it("by the view and the close of a batch, and by the sweeps of an idle worker", async () => {
    const deliveries = createDeliveryStore(reads.db, { changed() {} });
    const much = await muchReadBy(async () => {
      const id = await accept();
      const view = await deliveries.view(id);
      if (!view) throw new Error("the batch does not exist");
      await deliveries.intendPost(view, "result", []);
      await deliveries.postDone(id, "result", "posted", { messageId: "m-1" });
      await store.readyBatches([id]);
      await store.overdueWaits(3_600_000, 3_600_000);
      await store.freeUnknownSlots();
      await store.ownedBy(worker);
      await store.cancelsAskedOf(worker);
      await store.takeOver(worker, true);
      await deliveries.close(id, 0);
    });
    expect(much).toEqual({});
  });

  it("by a scrape of the metrics", async () => {
    await accept();
    await store.claim(worker, BASE_URLS);
    expect(await muchReadBy(() => readScrapeFacts(reads.db))).toEqual({});
  });

  it("by the sweep of the media store", async () => {
    const ledger = createMediaLedger(reads.db, Date.now);
    const much = await muchReadBy(async () => {
      await accept();
      await ledger.holdSweep(worker);
      await reads.db.run((queries) =>
        queries.execute(sql`
          insert into media (hash, bytes, last_used_at) values ('old', 1, now() - interval '60 days')`),
      );
      expect(await ledger.doom(worker, Date.now() - 30 * DAY_MS, 100)).toEqual(["old"]);
    });
    expect(much).toEqual({});
  });

  it("by a merge of two accounts", async () => {
    const { organisationId } = stored;
    const elsewhere = { platform: "slack", workspace: "T1", userId: "U1", displayName: "Ada" };
    const absorbed = await createAccountStore(stored.db).accountOf(organisationId, elsewhere);
    const survivor = await stored.account("Ada");
    await stored.accept(absorbed, 2);
    const much = await muchReadBy(() =>
      reads.db.transaction((queries) => mergeAccounts(queries, { organisationId, absorbed, survivor })),
    );
    expect(much).toEqual({});
  });

  it("by usage of today, this week and this month", async () => {
    const usage = createUsageStore(reads.db);
    const much = await muchReadBy(async () => {
      const own = await usage.own(stored.organisationId, account, "console:main");
      expect(own.find(({ span, unit }) => span === "month" && unit === "images")?.used).toBeGreaterThan(0);
      for (const by of USAGE_BY) await usage.shares(stored.organisationId, "console:main", "month", by);
      await usage.days(stored.organisationId, "console:main", "month", 100);
      await usage.days(stored.organisationId, "console:main", "month", 100, account);
    });
    expect(much).toEqual({});
  });

  it("by a reply to a message that requested something", async () => {
    const results = createResultStore(reads.db, createDeliveryStore(reads.db, { changed() {} }));
    const much = await muchReadBy(async () => {
      expect(await results.latestFor({ conversation: PLACE, id: "history-7" })).toBeDefined();
      expect(await results.latestFor({ conversation: PLACE, id: "none" })).toBeUndefined();
    });
    expect(much).toEqual({});
  });

  it("by looking for a thread's newest result", async () => {
    const results = createResultStore(reads.db, createDeliveryStore(reads.db, { changed() {} }));
    const much = await muchReadBy(async () => {
      expect(await results.latestIn(PLACE)).toMatchObject({ kind: "result" });
      expect(await results.latestIn({ ...PLACE, thread: "none" })).toBeUndefined();
    });
    expect(much).toEqual({});
  });

  it.each<[string, AuditFilter, string | undefined]>([
    ["", {}, "quota.set"],
    [" of a person", { who: { name: "kIM" } }, "group.deleted"],
    [" of a kind", { action: "group" }, "group.deleted"],
    [" of an account and a kind", { who: { accountId: randomUUID() }, action: "quota" }, undefined],
    [" of a person and a kind", { who: { name: "max" }, action: "group" }, undefined],
    [" since a moment", { who: { name: "kim" }, since: new Date(Date.now() + DAY_MS) }, undefined],
    [" before an entry", { who: { name: "max" }, before: 2.5 * HISTORY }, "quota.set"],
  ])("by the audit's latest entries%s", async (_which, filter, action) => {
    const audit = createAuditLog(reads.db);
    const much = await muchReadBy(async () => {
      expect((await audit.recent(stored.organisationId, filter, 15))[0]?.action).toBe(action);
    });
    expect(much).toEqual({});
  });

  it("by the former names of groups and people", async () => {
    const audit = createAuditLog(reads.db);
    const scopes = [DELETED_GROUP, `account:${account}`, `account:${randomUUID()}`, "account:unknown"];
    const much = await muchReadBy(async () => {
      expect(await audit.formerNames(stored.organisationId, scopes)).toEqual(
        new Map([
          [DELETED_GROUP, "painters"],
          [`account:${account}`, "Max"],
        ]),
      );
    });
    expect(much).toEqual({});
  });

  it("by looking up one of Easel's messages in Slack, or the newest result of a thread", async () => {
    const posts = createPostStore(reads.db);
    const much = await muchReadBy(async () => {
      expect(await posts.at("T1", "C1", "000000007")).toMatchObject({ key: "history-7" });
      expect(await posts.at("T1", "C1", "s-000000009")).toMatchObject({ key: "history-9" });
      expect(await posts.at("T1", "C1", "none")).toBeUndefined();
      const inThread = { workspace: "T1", channel: "C1", thread: "12" };
      expect(await posts.latestResult(inThread, "9")).toMatchObject({ key: "history-12" });
      expect(await posts.latestResult({ ...inThread, thread: "none" }, "9")).toBeUndefined();
      expect(await posts.latestResult({ ...inThread, thread: "000000001" }, "9")).toMatchObject({ key: "history-1" });
    });
    expect(much).toEqual({});
  });

  it("by a sweep while many jobs wait, nor by a later claim while PostgreSQL's statistics are outdated", async () => {
    const run = async (...statements: readonly string[]): Promise<void> => {
      for (const statement of statements) await stored.db.run((queries) => queries.execute(statement));
    };
    await run("update jobs set state = 'waiting', ended_at = null", "vacuum analyze jobs");
    expect(await muchReadBy(() => store.overdueWaits(3_600_000, 3_600_000))).toEqual({});
    await run("update jobs set state = 'succeeded', ended_at = now()", "vacuum jobs");
    const freely = countRowsRead(stored, { mayReadWholeTables: true });
    try {
      const { claim } = createJobStore(freely.db, { changed() {}, freed() {}, time() {} });
      expect((await freely.by(() => claim(worker, BASE_URLS)))["jobs"] ?? 0).toBeLessThan(MOST);
    } finally {
      await freely.close();
    }
  });

  it("by the latest charges that can be refunded, even if there are many", async () => {
    for (const statement of [
      "update jobs set settlement = 'assumed'",
      `insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
       select l.organisation_id, l.account_id, workspace, channel, l.batch_id, job_id, l.model, 'assumed', unit, amount, 0, counts_at
       from ledger l join jobs on jobs.id = job_id where entry = 'reserved'`,
      "vacuum analyze jobs",
    ]) {
      await stored.db.run((queries) => queries.execute(statement));
    }
    const quotas = createQuotaStore(reads.db);
    const much = await muchReadBy(async () => {
      expect(await quotas.refundable(stored.organisationId)).toHaveLength(20);
    });
    expect(much).toEqual({});
  });
});
