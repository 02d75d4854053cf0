import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JobStore } from "../../../src/core/job/job-store.ts";
import type { Database } from "../../../src/db/connection.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { MAX_KEY_CONCURRENCY } from "../../../src/lib/limits.ts";
import { countRowsRead, type RowsRead } from "../../support/database/rows-read.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { fillWaiting } from "../../support/database/waiting.ts";

const MANY_JOBS = 3_000;
const MANY_ORGANISATIONS = 1_000;
/** More than one claim examines. */
const ENOUGH_ORGANISATIONS = 250;
/** A claim examines partly random organisations, so the number of rows it reads varies. */
const FLAT = 1.2;

let stored: StoredJobs;
let reads: RowsRead;
let store: JobStore;
let sql: postgres.Sql;
let worker: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  worker = randomUUID();
  await stored.store.register(worker);
  reads = countRowsRead(stored);
  store = createJobStore(reads.db, { changed() {}, freed() {}, time() {} });
  sql = postgres(stored.url, { max: 1, fetch_types: false, onnotice: () => {} });
});

afterEach(async () => {
  await Promise.all([reads.close(), sql.end()]);
  await stored.close();
});

/** How many rows and index entries a claim reads in all tables, and how many jobs it returns. It is rolled back. */
async function claimed(): Promise<{ jobs: number; read: number }> {
  let jobs = 0;
  const all = await reads.by(async () => {
    jobs = (await store.claim(worker, BASE_URLS)).length;
  });
  return { jobs, read: Object.values(all).reduce((sum, count) => sum + count, 0) };
}

describe("a claim reads no more", () => {
  it("when thousands of a member's jobs wait instead of two", async () => {
    await fillWaiting(sql, { organisations: 1, jobsEach: 2 });
    const few = await claimed();
    await sql`
      insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash, idempotency_key,
        settlement, scopes, cost, model, created_at)
      select gen_random_uuid(), batch_id, organisation_id, account_id, service, n, state, path, body, body_hash, idempotency_key,
        settlement, scopes, cost, model, created_at
      from jobs, generate_series(3, ${MANY_JOBS}::int) n where ordinal = 1`;
    await sql`vacuum analyze`;
    const many = await claimed();
    expect([few.jobs, many.jobs]).toEqual([1, 1]);
    expect(many.read).toBeLessThanOrEqual(FLAT * few.read);
  });

  it("when it must skip thousands of jobs that can't run to find one that can", async () => {
    const [paused = "", limited = "", busy = ""] = await fillWaiting(sql, { organisations: 3, jobsEach: MANY_JOBS });
    await sql`insert into pauses (organisation_id, scope, paused_by) values (${paused}, 'organisation', 'Ada')`;
    await sql`update jobs set at_once = 0 where organisation_id = ${limited}`;
    // Its jobs wait for their member's own key, although the organisation's is free.
    await sql`update jobs set own_keys = true where organisation_id = ${busy}`;
    await sql`
      insert into credentials (organisation_id, scope, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      select organisation_id, 'account:' || id, 'own', 'sealed', '{image}', 1, 1 from accounts where organisation_id = ${busy}`;
    await sql`insert into slots (key_fingerprint, service, n, job_id) values ('own', 'image', 1, gen_random_uuid())`;
    await fillWaiting(sql, { organisations: 1, jobsEach: 1 });
    const { jobs, read } = await claimed();
    expect(jobs).toBe(1);
    expect(read).toBeLessThan(MANY_JOBS / 2);
  });

  it("than each of a key's slots a few times", async () => {
    await fillWaiting(sql, { organisations: 1, jobsEach: 1 });
    await sql`update credentials set concurrency = ${MAX_KEY_CONCURRENCY}`;
    // PostgreSQL's statistics don't include these slots yet.
    await sql`
      insert into slots (key_fingerprint, service, n)
      select key_fingerprint, service, more from slots, generate_series(2, ${MAX_KEY_CONCURRENCY}::int) more`;
    const read = await reads.by(async () => {
      expect(await store.claim(worker, BASE_URLS)).toHaveLength(1);
    });
    expect(read["slots"]).toBeGreaterThan(MAX_KEY_CONCURRENCY);
    // Index entries and rows, while looking for a key and while taking the slot.
    expect(read["slots"]).toBeLessThan(6 * MAX_KEY_CONCURRENCY);
  });

  it("when a thousand organisations wait, whether or not they have a free key", async () => {
    await fillWaiting(sql, { organisations: ENOUGH_ORGANISATIONS, jobsEach: 2 });
    const measure = async () => {
      const free = await claimed();
      await sql`update slots set job_id = gen_random_uuid()`;
      const busy = await claimed();
      await sql`update slots set job_id = null`;
      await sql`vacuum analyze slots`;
      return { free, busy };
    };
    const few = await measure();
    await fillWaiting(sql, { organisations: MANY_ORGANISATIONS - ENOUGH_ORGANISATIONS, jobsEach: 2 });
    const many = await measure();
    expect([few.busy.jobs, many.busy.jobs]).toEqual([0, 0]);
    expect(few.free.jobs).toBe(20);
    expect(many.free.jobs).toBe(20);
    expect(many.free.read).toBeLessThanOrEqual(FLAT * few.free.read);
    expect(many.busy.read).toBeLessThanOrEqual(FLAT * few.busy.read);
  });
});

it("the view of a request reads only its own jobs and slots, even while thousands of others wait and statistics are outdated", async () => {
  await fillWaiting(sql, { organisations: 1, jobsEach: 1 });
  await stored.enterKey(1);
  const id = await stored.accept(await stored.account("Max"), 2);
  await sql`
    with more as (
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        service, request, count, sandbox)
      select gen_random_uuid(), platform, 'more:' || n, organisation_id, account_id, conversation, requester_id, requester_name,
        locale, service, request, 1, sandbox
      from batches, generate_series(1, ${MANY_JOBS}::int) n where id = ${id}
      returning id
    )
    insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash, idempotency_key,
      settlement, scopes, cost, model, created_at)
    select gen_random_uuid(), more.id, organisation_id, account_id, service, ordinal, state, path, body, body_hash, idempotency_key,
      settlement, scopes, cost, model, created_at
    from jobs, more where batch_id = ${id} and ordinal = 1`;
  const read = await reads.by(async () => {
    expect(await createDeliveryStore(reads.db, { changed() {} }).view(id)).toMatchObject({ batch: { id } });
  });
  expect(Object.entries(read).filter(([, count]) => count > 100)).toEqual([]);
});

describe("while hundreds of organisations wait for their busy keys", () => {
  it("a new request, a freed slot and another process's report are found immediately", async () => {
    await fillWaiting(sql, { organisations: MANY_ORGANISATIONS, jobsEach: 1, areBusy: true });
    // The next claims examine the organisations after these, but not ours.
    expect(await stored.store.claim(worker, BASE_URLS)).toEqual([]);
    await stored.enterKey(1);
    const ours = await stored.account("Max");
    const id = await stored.accept(ours, 2, randomUUID(), worker, { jobsLater: true });
    const [first, ...others] = await stored.store.claim(worker, BASE_URLS, [id]);
    expect([first?.batchId, others]).toEqual([id, []]);
    if (first) await stored.apply(first, { type: "refused", failure: { reason: "gateway" } });
    const [second] = await stored.store.claim(worker, BASE_URLS);
    expect(second?.batchId).toBe(id);
    await stored.accept(ours, 1);
    await sql`update slots set job_id = null where job_id = ${second?.id ?? ""}`;
    stored.store.noteNews(stored.organisationId);
    expect((await stored.store.claim(worker, BASE_URLS)).map((job) => job.accountId)).toEqual([ours]);
  });

  it("another process's report is handled by the next claim if this one fails", async () => {
    await fillWaiting(sql, { organisations: MANY_ORGANISATIONS, jobsEach: 1, areBusy: true });
    let isAway = false;
    const run: Database["run"] = (work, deadlineMs) =>
      isAway ? Promise.reject(new DatabaseUnavailableError("away")) : stored.db.run(work, deadlineMs);
    const own = createJobStore({ ...stored.db, run }, { changed() {}, freed() {}, time() {} });
    // The next claims examine the organisations after these, but not ours.
    expect(await own.claim(worker, BASE_URLS)).toEqual([]);
    await stored.enterKey(1);
    await stored.accept(await stored.account("Max"), 1);
    own.noteNews(stored.organisationId);
    isAway = true;
    await expect(own.claim(worker, BASE_URLS)).rejects.toThrow(DatabaseUnavailableError);
    isAway = false;
    expect((await own.claim(worker, BASE_URLS)).map((job) => job.organisationId)).toEqual([stored.organisationId]);
  });

  it("a key that becomes usable without a notification is found by one of the next claims", async () => {
    await fillWaiting(sql, { organisations: ENOUGH_ORGANISATIONS, jobsEach: 1, areBusy: true });
    for (const last of [true, false]) {
      const [row] = await sql<{ id: string }[]>`
        select id from organisations where id::text in (select key_fingerprint from slots where job_id is not null)
        order by ${last ? sql`id desc` : sql`id`} limit 1`;
      await sql`update slots set job_id = null where key_fingerprint = ${row?.id ?? ""}`;
      const found: string[] = [];
      // Each claim examines at least 100 of the other organisations.
      for (let turn = 0; turn < 4 && found.length === 0; turn++) {
        found.push(...(await stored.store.claim(worker, BASE_URLS)).map((job) => job.organisationId));
      }
      expect(found).toEqual([row?.id]);
    }
  });
});

it("organisations that share a key get turns, even if more of them wait than a claim examines", async () => {
  const ids = await fillWaiting(sql, { organisations: 60, jobsEach: 10 });
  await sql`update credentials set fingerprint = 'shared'`;
  await sql`insert into slots (key_fingerprint, service, n) select 'shared', 'image', n from generate_series(1, 20) n`;
  await sql`update credentials set concurrency = 20`;
  const served = new Set<string>();
  for (let turn = 0; turn < 6; turn++) {
    const jobs = await stored.store.claim(worker, BASE_URLS);
    const organisations = new Set(jobs.map((job) => job.organisationId));
    expect(organisations.size).toBe(20);
    for (const id of organisations) served.add(id);
    await sql`update slots set job_id = null`;
    await sql`update jobs set state = 'cancelled', worker_id = null, ended_at = now() where state = 'submitting'`;
  }
  expect(served).toEqual(new Set(ids));
});
