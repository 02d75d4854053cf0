import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";
import { listed } from "./listed.ts";
import { KEEP_CHANNEL, WORK_CHANNEL } from "../notify.ts";

/** Writes the jobs of batches that were accepted without them (`write_jobs`), unless they exist. */
export async function writeJobs(queries: Queries, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await queries.execute(sql`select write_jobs(array${listed(batchIds)})`);
}

/** The same for batches that match a condition. */
export async function writeJobsWhere(queries: Queries, isSo: SQL): Promise<void> {
  await queries.execute(
    sql`select write_jobs(array(select id from batches where intake is not null and ${isSo} order by id))`,
  );
}

/** The same for a batch that another process will look after; notifies that process. */
export async function handOver(queries: Queries, batchId: string): Promise<void> {
  await queries.execute(sql`
    with written as materialized (select write_jobs(array[${batchId}::uuid]))
    select pg_notify(${KEEP_CHANNEL}, concat_ws(' ', id::text, worker_id::text)), pg_notify(${WORK_CHANNEL}, '')
    from written, batches where id = ${batchId}::uuid`);
}
