import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";
import { listed } from "./sql-arrays.ts";
import { KEEP_CHANNEL, WORK_CHANNEL } from "../notify.ts";

/** Writes the jobs of batches that were accepted without them (`write_jobs`), unless they exist. */
export async function writeJobs(queries: Queries, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await queries.execute(sql`select write_jobs(array${listed(batchIds)})`);
}

/**
 * SQL: these batches, except those of organisations whose quotas are being changed. That transaction can take long, and writes
 * their jobs itself.
 */
export function withSteadyQuotas(batchIds: readonly string[]): SQL {
  return sql`(
    with given as materialized (select id, organisation_id from batches where id in ${listed(batchIds)})
    select coalesce(array_agg(id), '{}') from given where pg_try_advisory_xact_lock_shared(quota_lock(organisation_id)))`;
}

/** Writes the jobs of the batches that `withSteadyQuotas` selects. */
export async function writeSteadyJobs(queries: Queries, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await queries.execute(sql`select write_jobs(${withSteadyQuotas(batchIds)})`);
}

/** Writes the jobs of batches that match a condition. */
export async function writeJobsWhere(queries: Queries, isSo: SQL): Promise<void> {
  await queries.execute(
    sql`select write_jobs(array(select id from batches where intake is not null and ${isSo} order by id))`,
  );
}

/** Writes the jobs of a batch that another process owns, and notifies that process. */
export async function handOver(queries: Queries, batchId: string): Promise<void> {
  await queries.execute(sql`
    with written as materialized (select write_jobs(array[${batchId}::uuid]))
    select pg_notify(${KEEP_CHANNEL}, concat_ws(' ', id::text, worker_id::text)), pg_notify(${WORK_CHANNEL}, organisation_id::text)
    from written, batches where id = ${batchId}::uuid`);
}
