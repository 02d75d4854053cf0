import { createHash, randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transition, type JobEvent } from "../../../src/core/job/transition.ts";
import type { Job, JobStore } from "../../../src/core/job/job-store.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { countRowsRead, type RowsRead } from "../../support/database/rows-read.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { startRestartingPostgres } from "../../support/process/restarting-postgres.ts";

const BATCHES = 12;
const PICTURES = 10;
const JOBS = BATCHES * PICTURES;
/** Some updates aren't HOT because their page is full: PostgreSQL prunes old versions only once no snapshot can need them. */
const MOST = 0.9;
/** A page has room for few jobs, so even a short-lived snapshot costs HOT updates. */
const MOST_OF_JOBS = 0.75;

const WITHOUT_AUTOVACUUM = `
  do $$ declare name regclass; begin
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s set (autovacuum_enabled = off)', name);
    end loop;
  end $$`;

let stored: StoredJobs;
/** All work uses one connection, whose counts are up to date immediately. */
let one: RowsRead;
let store: JobStore;

beforeAll(async () => {
  // A transaction in any database of a server delays pruning in all of them, so this file has a server to itself.
  stored = await openStoredJobs(await startRestartingPostgres());
  one = countRowsRead(stored);
  store = createJobStore(one.db, { changed() {}, freed() {}, time() {} });
});

afterAll(async () => {
  await one.close();
  await stored.close();
});

interface Updates {
  readonly all: number;
  readonly hot: number;
}

/** The updates of each table so far. */
async function updates(): Promise<ReadonlyMap<string, Updates>> {
  await one.db.run((queries) => queries.execute(sql`select pg_stat_force_next_flush()`));
  await one.db.run((queries) => queries.execute(sql`select pg_stat_clear_snapshot()`));
  const rows = await one.db.run((queries) =>
    queries.execute<{ name: string; all: number; hot: number }>(sql`
      select relname as name, n_tup_upd::integer as all, n_tup_hot_upd::integer as hot from pg_stat_user_tables`),
  );
  return new Map(rows.map(({ name, all, hot }) => [name, { all, hot }]));
}

async function apply(job: Job, event: JobEvent): Promise<Job> {
  const move = transition(job, event);
  const written = move && (await store.apply(job, move));
  if (!written) throw new Error(`${event.type} was not written`);
  return written;
}

describe("while a hundred pictures are made, updates leave the indexes alone", () => {
  let before: ReadonlyMap<string, Updates>;
  let after: ReadonlyMap<string, Updates>;
  const since = (table: string): Updates => ({
    all: (after.get(table)?.all ?? 0) - (before.get(table)?.all ?? 0),
    hot: (after.get(table)?.hot ?? 0) - (before.get(table)?.hot ?? 0),
  });

  beforeAll(async () => {
    // Autovacuum would hold a snapshot.
    await stored.db.run((queries) => queries.execute(WITHOUT_AUTOVACUUM));
    await stored.enterKey(2 * PICTURES);
    const account = await stored.account("Max");
    const worker = randomUUID();
    await store.register(worker);
    const deliveries = createDeliveryStore(one.db, { changed() {} });
    const content = { bytes: 1, mimeType: "image/png", width: 1, height: 1 };
    before = await updates();
    for (let batch = 0; batch < BATCHES; batch++) {
      await stored.accept(account, PICTURES, randomUUID(), worker, {}, store);
      const claimed = await store.claim(worker, BASE_URLS);
      const running = await Promise.all(claimed.map((job) => apply(job, CREATED)));
      const made = await Promise.all(running.map((job) => apply(job, { type: "remote_completed", usage: undefined })));
      await Promise.all(
        made.map(({ id }) =>
          deliveries.artifactFetched(id, { ...content, hash: createHash("sha256").update(id).digest("hex") }),
        ),
      );
    }
    after = await updates();
  });

  it("of slots, each time one is taken or freed", () => {
    const { all, hot } = since("slots");
    expect(all).toBe(2 * JOBS);
    expect(hot).toBeGreaterThanOrEqual(MOST * all);
  });

  it("of jobs, at each step between being claimed and being stored", () => {
    const { all, hot } = since("jobs");
    // Claimed, created, made, stored. The first and the last change indexed columns, so only half can be HOT.
    expect(all).toBe(4 * JOBS);
    expect(hot).toBeGreaterThanOrEqual(MOST_OF_JOBS * 2 * JOBS);
  });

  it("of artifacts", () => {
    const { all, hot } = since("artifacts");
    expect(all).toBe(JOBS);
    expect(hot).toBeGreaterThanOrEqual(MOST * all);
  });
});

it("a wrongly indexed job blocks no other, and is indexed correctly once the functions are replaced", async () => {
  const write = (statement: SQL) => stored.db.run((queries) => queries.execute(statement));
  const zoe = await stored.account("Zoe");
  const ended = await stored.accept(zoe, 1);
  await write(sql`alter table jobs disable trigger jobs_indexed`);
  await write(sql`update jobs set state = 'failed', ended_at = now() where batch_id = ${ended}::uuid`);
  await write(sql`update batches set closed_at = now() where id = ${ended}::uuid`);
  await write(sql`alter table jobs enable trigger jobs_indexed`);
  const next = await stored.accept(zoe, 1);
  expect((await stored.claimEverything()).map(({ batchId }) => batchId)).toContain(next);
  await write(sql`delete from sql_functions where name = 'index_jobs'`);
  await migrate(stored.url);
  expect([...(await write(sql`select indexed_as from jobs where batch_id = ${ended}::uuid`))]).toEqual([
    { indexed_as: null },
  ]);
});

it("jobs from a process of the previous version, before the trigger existed, are indexed, and their slots are found", async () => {
  const write = (statement: SQL) => stored.db.run((queries) => queries.execute(statement));
  await write(sql`alter table jobs disable trigger jobs_indexed`);
  const batch = await stored.accept(await stored.account("Ada"), 2);
  await write(sql`alter table jobs enable trigger jobs_indexed`);
  await write(sql`
    update slots set job_id = (select id from jobs where batch_id = ${batch}::uuid and ordinal = 1)
    where id = (select id from slots where job_id is null limit 1)`);
  const listed = async () => [
    ...(await write(sql`
      select indexed_as as "as", slot_id = (select slots.id from slots where job_id = jobs.id) as "knowsSlot"
      from jobs where batch_id = ${batch}::uuid order by ordinal`)),
  ];
  expect(await listed()).toEqual([
    { as: null, knowsSlot: null },
    { as: null, knowsSlot: null },
  ]);
  // Makes the start treat the file as new.
  await write(sql`delete from sql_functions where name = 'index_jobs'`);
  await migrate(stored.url);
  expect(await listed()).toEqual([
    { as: "waiting", knowsSlot: true },
    { as: "waiting", knowsSlot: null },
  ]);
});
