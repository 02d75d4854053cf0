import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDeliveryStore } from "../../src/db/delivery-store.ts";
import { mergeAccounts } from "../../src/db/merge-accounts.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../support/stored-jobs.ts";

let stored: StoredJobs;
let worker: string;
let client: postgres.Sql;

beforeAll(async () => {
  stored = await openStoredJobs();
  client = postgres(stored.url, { max: 2, onnotice: () => {} });
  await stored.enterKey(100);
  worker = randomUUID();
  await stored.store.register(worker);
});

afterEach(() => stored.endEverything());

afterAll(async () => {
  await client.end();
  await stored.close();
});

/** A batch whose jobs are still to be written; its key too. */
async function takenIn(account: string, count = 2): Promise<{ id: string; key: string }> {
  const key = randomUUID();
  const id = await stored.accept(account, count, key, worker, { jobsLater: true });
  expect(id).not.toBe("");
  return { id, key };
}

const jobsOf = (id: string) => stored.store.jobsOf(id);
const rows = (query: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(query));

async function setQuota(amount: number): Promise<void> {
  await rows(sql`delete from quotas`);
  await rows(sql`insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone)
    values (${stored.organisationId}::uuid, 'organisation', 'images', 'day', ${amount}, 'console:main', 'UTC')`);
  await rows(sql`select sum_windows(${stored.organisationId}::uuid, null)`);
}

const used = async () =>
  Number((await rows(sql`select used from quota_windows where scope = 'organisation'`))[0]?.["used"]);

describe("a batch that is taken in without its jobs", () => {
  it("is shown to nobody, and nothing of it is made, before they are written", async () => {
    const account = await stored.account("early");
    const { id } = await takenIn(account);
    expect(await jobsOf(id)).toEqual([]);
    expect(await stored.store.latestBatches(stored.organisationId, { kind: "account", accountId: account }, 9)).toEqual(
      [],
    );
    expect(await stored.store.claim(worker, BASE_URLS)).toEqual([]);
  });

  it("has them written by the claim that claims them", async () => {
    const { id } = await takenIn(await stored.account("claimed"), 3);
    const claimed = await stored.store.claim(worker, BASE_URLS, [id]);
    expect(claimed.map(({ batchId, ordinal }) => [batchId, ordinal])).toEqual(
      [1, 2, 3].map((ordinal) => [id, ordinal]),
    );
    const [row] = await rows(sql`select body_hash as hash from jobs where batch_id = ${id}::uuid limit 1`);
    expect(row).toEqual({ hash: createHash("sha256").update("{}").digest("hex") });
    const [notice] = await rows(sql`select state from posts where batch_id = ${id}::uuid and kind = 'notice'`);
    expect(notice).toEqual({ state: "intended" });
  });

  it("has them written once, whoever does it at the same time", async () => {
    const { id } = await takenIn(await stored.account("hurried"));
    await Promise.all([
      stored.store.handOver(id),
      stored.store.claim(worker, BASE_URLS, [id]),
      stored.store.ownedBy(worker),
      stored.store.handOver(id),
    ]);
    expect(await jobsOf(id)).toHaveLength(2);
  });

  it("waits from when it was taken in, and comes before what was asked for later", async () => {
    const account = await stored.account("in order");
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn++) ids.push((await takenIn(account)).id);
    const claimed = await stored.store.claim(worker, BASE_URLS, ids.toReversed());
    expect(claimed.map(({ batchId, ordinal }) => [ids.indexOf(batchId), ordinal])).toEqual(
      [0, 1, 2].flatMap((turn) => [1, 2].map((ordinal) => [turn, ordinal])),
    );
    const late = await rows(sql`
      select jobs.id from jobs join batches on batches.id = jobs.batch_id
      where batches.id = ${ids[0]}::uuid and (jobs.created_at, jobs.waiting_since) <> (batches.created_at, batches.created_at)`);
    expect(late).toHaveLength(0);
  });

  it("can't be closed before they are written", async () => {
    const { id } = await takenIn(await stored.account("open"));
    const close = () => rows(sql`update batches set closed_at = now() where id = ${id}::uuid`);
    await expect(close()).rejects.toMatchObject({ cause: { constraint_name: "batches_written" } });
    await stored.store.handOver(id);
    await close();
  });

  it("is locked by a claim only once that has its worker, as by whoever takes over", async () => {
    const { id } = await takenIn(await stored.account("locked"));
    const over = await client.reserve();
    await over`begin`;
    await over`select id from workers where id = ${worker} for update`;
    const claiming = stored.store.claim(worker, BASE_URLS, [id]);
    await expect.poll(async () => (await client`select from pg_locks where not granted`).length).toBe(1);
    expect(await over`select id from batches where id = ${id} for update nowait`).toHaveLength(1);
    await over`rollback`;
    over.release();
    expect(await claiming).toHaveLength(2);
  });

  it("is found by its worker, when an answer got lost", async () => {
    const { id } = await takenIn(await stored.account("lost"));
    expect((await stored.store.ownedBy(worker)).batchIds).toContain(id);
    expect(await jobsOf(id)).toHaveLength(2);
  });

  it("is found by whoever takes over, when its worker died", async () => {
    const { id } = await takenIn(await stored.account("left"));
    await stored.store.retire(worker);
    worker = randomUUID();
    await stored.store.register(worker);
    expect((await stored.store.takeOver(worker, true)).batchIds).toContain(id);
    expect(await jobsOf(id)).toHaveLength(2);
  });

  it("has its notice noted, however early that is shown", async () => {
    const { id, key } = await takenIn(await stored.account("shown"));
    const delivery = createDeliveryStore(stored.db, { changed() {} });
    expect(await delivery.noticeShown("console", key, "message-1")).toBe(true);
    expect(await jobsOf(id)).toHaveLength(2);
  });

  it("counts for a quota at once, and for one that is set before they are written", async () => {
    const account = await stored.account("counted");
    await setQuota(1_000);
    const before = await used();
    const { id } = await takenIn(account, 4);
    expect(await used()).toBe(before + 4);
    await setQuota(900);
    expect(await used()).toBe(before + 4);
    expect(await jobsOf(id)).toHaveLength(4);
    await rows(sql`delete from quotas`);
  });

  it("goes with its account into another one", async () => {
    const [absorbed, survivor] = [await stored.account("absorbed"), await stored.account("survivor")];
    const { id } = await takenIn(absorbed);
    await stored.db.transaction((queries) =>
      mergeAccounts(queries, { organisationId: stored.organisationId, absorbed, survivor }),
    );
    const [row] = await rows(
      sql`select account_id::text as account, scopes from jobs where batch_id = ${id}::uuid limit 1`,
    );
    expect(row).toMatchObject({ account: survivor });
    expect(row?.["scopes"]).toContain(`account:${survivor}`);
  });
});
