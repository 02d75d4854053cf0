import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OverQuotaError } from "../../../src/core/account/quota/quota.ts";
import { decodeScope } from "../../../src/core/account/policy/scope.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { reserveHeld } from "../../../src/db/jobs/reserve-held.ts";
import { entriesOf, setQuota, usedOf, windows } from "../../support/database/quotas.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const CHANNEL = "channel:console:main:general";

let stored: StoredJobs;
let worker: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  await stored.enterKey(50);
  worker = randomUUID();
  await stored.store.register(worker);
});

afterEach(() => stored.close());

const refusal = (work: Promise<unknown>): Promise<OverQuotaError> =>
  work.then(
    () => Promise.reject(new Error("not refused")),
    (error: unknown) => (error instanceof OverQuotaError ? error : Promise.reject(error)),
  );

const count = async (table: "batches" | "jobs" | "ledger" | "posts" | "approvals"): Promise<number> => {
  const [row] = await stored.db.run((queries) =>
    queries.execute<{ rows: string }>(`select count(*) as rows from ${table}`),
  );
  return Number(row?.rows);
};

const firstJob = async (batchId: string) => {
  const [job] = await stored.store.jobsOf(batchId);
  if (!job) throw new Error("no job");
  return job;
};

/** Retries with the same event key if the database of a busy machine does not answer in time. */
async function untilAnswered<T>(ask: (key: string) => Promise<T>): Promise<T> {
  const key = randomUUID();
  for (;;) {
    try {
      return await ask(key);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }
}

describe("reserving", () => {
  it("accepts exactly the quota's amount of a thousand simultaneous requests on several connections", async () => {
    await setQuota(stored, { scope: "organisation", amount: 500 });
    const account = await stored.account("crowd");
    const pools = Array.from({ length: 3 }, () => connectDatabase(stored.url, pino({ level: "silent" })));
    const batchesBefore = await count("batches");
    // Each pool has its own connections, like another process.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, (_, index) => {
        const db = pools[index % pools.length] ?? stored.db;
        const store = createJobStore(db, { changed() {}, freed() {}, time() {} });
        return untilAnswered((key) => stored.accept(account, 1, key, undefined, {}, store));
      }),
    );
    await Promise.all(pools.map((db) => db.close()));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(500);
    expect(refused.every(({ reason }) => reason instanceof OverQuotaError)).toBe(true);
    expect((await count("batches")) - batchesBefore).toBe(500);
    expect(await windows(stored)).toMatchObject([{ used: 500, summed: 500, warned: 100 }]);
  }, 60_000);

  it("reserves in the quotas of all scopes or in none, and names each one with too little left", async () => {
    const account = await stored.account("between");
    await setQuota(stored, { scope: "organisation", amount: 100 });
    await setQuota(stored, { scope: CHANNEL, amount: 3, span: "month" });
    await setQuota(stored, { scope: `account:${account}`, amount: 5, span: "week" });
    await setQuota(stored, { scope: "organisation", amount: 1, unit: "seconds" });
    await stored.accept(account, 2);
    const error = await refusal(stored.accept(account, 4));
    expect(error.excess.map(({ asked }) => asked)).toEqual([4, 4]);
    expect(error.excess).toMatchObject([
      { scope: { kind: "account", id: account }, unit: "images", span: "week", amount: 5, granted: 0, used: 2 },
      { scope: decodeScope(CHANNEL), span: "month", amount: 3, used: 2 },
    ]);
    expect(error.excess.every(({ endsAt }) => endsAt.getTime() > Date.now())).toBe(true);
    expect((await windows(stored)).map(({ scope, unit, used }) => [scope, unit, used])).toEqual([
      [`account:${account}`, "images", 2],
      [CHANNEL, "images", 2],
      ["organisation", "images", 2],
      ["organisation", "seconds", 0],
    ]);
    await stored.accept(account, 1);
    expect((await refusal(stored.accept(account, 1))).excess.map(({ scope }) => scope)).toEqual([decodeScope(CHANNEL)]);
  });

  it("counts the billed seconds of clips", async () => {
    await setQuota(stored, { scope: "organisation", amount: 20, unit: "seconds" });
    const account = await stored.account("filming");
    const clip = { service: "video", cost: 12, unit: "seconds" } as const;
    await stored.accept(account, 1, randomUUID(), undefined, clip);
    expect((await refusal(stored.accept(account, 1, randomUUID(), undefined, clip))).excess).toMatchObject([
      { asked: 12 },
    ]);
    await stored.accept(account, 1, randomUUID(), undefined, { ...clip, cost: 8 });
    expect(await usedOf(stored, "organisation")).toBe(20);
  });

  it("refuses a repeated event again, and stores nothing for it", async () => {
    await setQuota(stored, { scope: "organisation", amount: 1 });
    const account = await stored.account("insistent");
    const before = [];
    for (const table of ["batches", "jobs", "ledger", "posts", "approvals"] as const) {
      before.push([table, await count(table)] as const);
    }
    const key = randomUUID();
    await refusal(stored.accept(account, 2, key));
    await refusal(stored.accept(account, 2, key));
    for (const [table, rows] of before) expect([table, await count(table)]).toEqual([table, rows]);
    expect(await usedOf(stored, "organisation")).toBe(0);
    // A smaller request with a new event key is accepted, and the first one is still refused.
    expect(await stored.accept(account, 1)).not.toBe("");
    await refusal(stored.accept(account, 2, key));
  });

  it("accepts a repeated event only once", async () => {
    await setQuota(stored, { scope: "organisation", amount: 5 });
    const account = await stored.account("repeated");
    const key = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(() => stored.accept(account, 2, key)));
    expect(ids.filter((id) => id !== "")).toHaveLength(1);
    expect(await windows(stored)).toMatchObject([{ used: 2, summed: 2 }]);
  });

  it("writes the ledger even without a quota", async () => {
    const batchId = await stored.accept(await stored.account("free"), 2);
    for (const job of await stored.store.jobsOf(batchId))
      expect(await entriesOf(stored, job.id)).toEqual(["reserved 1"]);
    expect(await windows(stored)).toEqual([]);
  });

  it("records which batch takes a window to 80 and to 100 per cent, once each", async () => {
    await setQuota(stored, { scope: "organisation", amount: 10 });
    const account = await stored.account("warned");
    await stored.accept(account, 7);
    const eighty = await stored.accept(account, 1);
    await stored.accept(account, 1);
    const full = await stored.accept(account, 1);
    const [job] = await stored.store.claim(worker, BASE_URLS);
    if (!job) throw new Error("nothing to claim");
    await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    await stored.accept(account, 1);
    const rows = await stored.db.run((queries) =>
      queries.execute(sql`select batch_id, percent, used, amount from quota_warnings order by percent`),
    );
    expect([...rows]).toEqual([
      { batch_id: eighty, percent: 80, used: "8", amount: "10" },
      { batch_id: full, percent: 100, used: "10", amount: "10" },
    ]);
  });
});

describe("a held batch", () => {
  const overQuota = (accountId: string, jobs: number) =>
    stored.accept(accountId, jobs, randomUUID(), undefined, { held: { reasons: ["quota"] } });

  it("reserves immediately if it is held only for its price, and releases that when declined", async () => {
    await setQuota(stored, { scope: "organisation", amount: 3 });
    const account = await stored.account("dear");
    const batchId = await stored.hold(account, 2);
    expect(await usedOf(stored, "organisation")).toBe(2);
    await refusal(stored.hold(account, 2));
    for (const job of await stored.store.jobsOf(batchId)) {
      await stored.apply(job, { type: "declined", failure: { reason: "declined" } });
      expect(await entriesOf(stored, job.id)).toEqual(["reserved 1", "released -1"]);
    }
    expect(await windows(stored)).toMatchObject([{ used: 0, summed: 0 }]);
  });

  it("reserves nothing while it is over a quota, and leaves nothing behind when cancelled", async () => {
    await setQuota(stored, { scope: "organisation", amount: 1 });
    const batchId = await overQuota(await stored.account("hopeful"), 3);
    expect(await usedOf(stored, "organisation")).toBe(0);
    const rows = await stored.db.run((queries) =>
      queries.execute(
        sql`select reasons[1] as reason, cardinality(reasons) as of, state from approvals where batch_id = ${batchId}`,
      ),
    );
    expect([...rows]).toEqual([{ reason: "quota", of: 1, state: "asked" }]);
    for (const job of await stored.store.jobsOf(batchId)) {
      await stored.apply(job, { type: "cancel_requested" });
      expect(await entriesOf(stored, job.id)).toEqual([]);
    }
    expect(await windows(stored)).toMatchObject([{ used: 0, summed: 0 }]);
  });

  it("is granted the missing amount once when approved, and then settles like any other", async () => {
    const account = await stored.account("granted");
    await setQuota(stored, { scope: "organisation", amount: 4 });
    await setQuota(stored, { scope: CHANNEL, amount: 100 });
    await stored.accept(account, 3);
    const batchId = await overQuota(account, 3);
    const approve = () => stored.db.transaction((queries) => reserveHeld(queries, batchId));
    const grants = await Promise.all([approve(), approve()]);
    expect(grants.flat()).toMatchObject([{ scope: "organisation", unit: "images", span: "day", before: 0, after: 2 }]);
    expect(await approve()).toEqual([]);
    expect(await windows(stored)).toMatchObject([
      { scope: CHANNEL, used: 6, granted: 0, summed: 6 },
      { scope: "organisation", used: 6, granted: 2, summed: 6 },
    ]);
    await refusal(stored.accept(account, 1));
    const job = await firstJob(batchId);
    await stored.apply(job, { type: "approved" });
    await stored.apply({ ...job, state: "waiting" }, { type: "cancel_requested" });
    expect(await entriesOf(stored, job.id)).toEqual(["reserved 1", "released -1"]);
    expect(await usedOf(stored, "organisation")).toBe(5);
  });
});

it("an unknown job keeps its reservation, and is assumed to be charged when given up", async () => {
  await setQuota(stored, { scope: "organisation", amount: 1 });
  const account = await stored.account("unsure");
  const batchId = await stored.accept(account, 1);
  const [job] = await stored.store.claim(worker, BASE_URLS);
  if (!job) throw new Error("nothing to claim");
  const unknown = await stored.apply(job, { type: "outcome_unknown" });
  await refusal(stored.accept(account, 1));
  await stored.apply(unknown, { type: "unknown_given_up", failure: { reason: "unknown_outcome" } });
  expect(await entriesOf(stored, (await firstJob(batchId)).id)).toEqual(["reserved 1", "assumed 0"]);
  await refusal(stored.accept(account, 1));
});

it("a quota counts jobs from before it was set, and they are released from it", async () => {
  const account = await stored.account("early");
  await stored.accept(account, 2);
  const [job] = await stored.store.claim(worker, BASE_URLS);
  if (!job) throw new Error("nothing to claim");
  const running = await stored.apply(job, CREATED);
  await setQuota(stored, { scope: `account:${account}`, amount: 2 });
  await refusal(stored.accept(account, 1));
  await stored.apply(running, { type: "remote_failed", failure: { reason: "gateway" }, usage: undefined });
  expect(await windows(stored)).toMatchObject([{ used: 1, summed: 1 }]);
  await stored.accept(account, 1);
});
