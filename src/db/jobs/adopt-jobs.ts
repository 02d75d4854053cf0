import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import type { TakenOver } from "../../core/job/job-store.ts";
import { DEADLY_AFTER, WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import { listed } from "./sql-arrays.ts";
import { readJob } from "./job-row.ts";
import { giveToPosters } from "../leases.ts";
import { writeJobs } from "./write-jobs.ts";

/** Batches handed over per round, which keeps the transaction short. The next round takes the rest. */
const TAKE_OVER_BATCHES = 20_000;
/** How long a job is set aside. Each further death doubles it, up to a cap well within 72 h. */
export const SET_ASIDE_MS = 30 * 60_000;
const SET_ASIDE_CAP_MS = 12 * 3_600_000;

/** The worker was declared dead while it was writing, so what it wrote has no owner. */
const hasNoWorker = sql`not exists (select from workers where workers.id = worker_id)`;

/**
 * Gives a worker the jobs of silent workers, by the database's clock. Their batches, and those without a worker, go to the
 * workers that post for them. Call it in a transaction. Increasing the fence stops a slow worker's further writes. A create in
 * progress counts as sent, because its outcome can't be known. If a worker died while it handled a job's bytes, the death is
 * counted with the job; after too many deaths the job is set aside for a while. Merely watching a job or waiting to fetch it
 * can't have killed the worker. A picture's create is sent again immediately, unless the job is set aside.
 */
export async function takeOver(queries: Queries, workerId: string, all: boolean): Promise<TakenOver> {
  const [me] = await queries.execute(sql`select id from workers where id = ${workerId} for key share`);
  if (!me) return { jobs: [], batchIds: [], workspaces: [] };
  const gone = await queries.execute<{ id: string; died: boolean }>(sql`
    delete from workers where id in (
      select id from workers
      where id <> ${workerId} and (${all} or beat < now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond')
      for update skip locked
    )
    returning id, beat > '-infinity' as died`);
  const died = listed(gone.filter((worker) => worker.died).map((worker) => worker.id));
  const taken = await queries.execute(sql`
    with left_over as materialized (
      select id, case when handled_by = worker_id and worker_id in ${died} then deaths || worker_id else deaths end as deadly
      from jobs where worker_id is not null and ${hasNoWorker} for update skip locked
    )
    update jobs set worker_id = ${workerId}, fence = fence + 1,
      -- A process of the version before slots had ids may have claimed it.
      slot_id = coalesce(jobs.slot_id, (select slots.id from slots where slots.job_id = jobs.id)),
      create_tries = create_tries + case when state = 'submitting' then 1 else 0 end,
      deaths = deadly,
      not_before = case when cardinality(deadly) > cardinality(deaths) and cardinality(deadly) >= ${DEADLY_AFTER}
        then now() + least(
          ${SET_ASIDE_CAP_MS}::float8, ${SET_ASIDE_MS}::float8 * 2 ^ (cardinality(deadly) - ${DEADLY_AFTER}::integer)
        ) * interval '1 millisecond'
        else not_before end,
      handled_by = case when state = 'submitting' and cardinality(deadly) < ${DEADLY_AFTER} then ${workerId}::uuid end
    from left_over where jobs.id = left_over.id
    returning jobs.*`);
  const orphans = await queries.execute<{ id: string }>(sql`
    select id from batches
    where closed_at is null and (worker_id is null or ${hasNoWorker})
    limit ${TAKE_OVER_BATCHES}
    for update skip locked`);
  const ids = orphans.map((row) => row.id);
  // The process that accepted them may have died before writing their jobs.
  await writeJobs(queries, ids);
  const { mine, workspaces } = await giveToPosters(queries, ids, workerId);
  return { jobs: taken.map((row) => readJob(row)), batchIds: mine, workspaces };
}
