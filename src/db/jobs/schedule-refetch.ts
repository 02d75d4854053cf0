import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { FETCH_WINDOW_MS } from "../../lib/limits.ts";
import { FETCH_CHANNEL, LEFT_CHANNEL } from "../notify.ts";

/**
 * Marks a batch's missing artifacts for fetching now, if the gateway may still have them, in the caller's transaction. Assigns a
 * job without a worker to a nonexistent worker, whose jobs are taken over immediately. Returns how many artifacts are missing,
 * and how many of those will be fetched.
 */
export async function scheduleRefetch(queries: Queries, batchId: string): Promise<{ missing: number; due: number }> {
  const [row] = await queries.execute<{ missing: number; due: number }>(sql`
    with missing as materialized (
      select artifacts.job_id, jobs.ended_at > now() - ${FETCH_WINDOW_MS}::float8 * interval '1 millisecond'
        and artifacts.failure->>'reason' is distinct from 'expired' and credentials.sealed_secret <> '' as may_be_had
      from artifacts
      join jobs on jobs.id = artifacts.job_id
      join credentials on credentials.id = jobs.credential_id
      where artifacts.batch_id = ${batchId}::uuid and artifacts.state <> 'fetched'
    ), due as (
      update artifacts set state = 'due', failure = null, post = null from missing
      where artifacts.job_id = missing.job_id and may_be_had
    ), ready as (
      update jobs set not_before = now(), worker_id = coalesce(worker_id, gen_random_uuid()) from missing
      where jobs.id = missing.job_id and may_be_had
    )
    select count(*)::integer as missing, (count(*) filter (where may_be_had))::integer as due from missing`);
  const { missing, due } = row ?? { missing: 0, due: 0 };
  if (due > 0) {
    await queries.execute(sql`select pg_notify(${FETCH_CHANNEL}, ${batchId}::text), pg_notify(${LEFT_CHANNEL}, '')`);
  }
  return { missing, due };
}
