import type { Queries } from "./queries.ts";
import { sql } from "drizzle-orm";
import { listed } from "./jobs/sql-arrays.ts";

/** How many jobs without a worker are examined per round. */
const AT_ONCE = 100;

/**
 * Jobs without a worker that have waited or been held too long, or were cancelled as they began to wait. Uses the database's
 * clock, because processes may disagree on the time. One subquery per index.
 */
export async function overdueWaits(queries: Queries, waitingBeforeMs: number, unknownBeforeMs: number) {
  return queries.execute(sql`
    (
      select * from jobs
      where indexed_as = 'waiting' and waiting_since < now() - ${waitingBeforeMs}::float8 * interval '1 millisecond'
        -- No job has waited since before its creation, and the index has created_at.
        and created_at < now() - ${waitingBeforeMs}::float8 * interval '1 millisecond'
      limit ${AT_ONCE}::integer
    ) union all (
      select * from jobs
      where indexed_as = 'held' and waiting_since < now() - ${waitingBeforeMs}::float8 * interval '1 millisecond'
      limit ${AT_ONCE}::integer
    ) union all (
      select * from jobs
      where state = 'waiting' and ended_at is null
        -- The index's condition, so that PostgreSQL reads no other waiting jobs.
        and cancel_requested_at is not null and (worker_id is not null or indexed_as = 'waiting')
        and waiting_since >= now() - ${waitingBeforeMs}::float8 * interval '1 millisecond'
      limit ${AT_ONCE}::integer
    ) union all (
      select * from jobs
      where indexed_as = 'unknown' and submitted_at < now() - ${unknownBeforeMs}::float8 * interval '1 millisecond'
      order by submitted_at
      limit ${AT_ONCE}::integer
    )`);
}

/** Those of the batches in which everything is finished and fetched, but not fully posted. */
export async function readyBatches(queries: Queries, batchIds: readonly string[]) {
  return queries.execute<{ id: string }>(sql`
    select id from batches
    where id in ${listed(batchIds)} and closed_at is null
      and not exists (
        select from jobs where jobs.batch_id = batches.id and state in ('held', 'waiting', 'submitting', 'running')
      )
      and not exists (
        select from artifacts join jobs on jobs.id = artifacts.job_id
        where jobs.batch_id = batches.id and artifacts.state = 'due'
      )
      and (
        not exists (select from jobs where jobs.batch_id = batches.id and state = 'unknown')
        or not exists (select from posts where posts.batch_id = batches.id and kind = 'result' and posts.state in ('posted', 'removed'))
      )`);
}
