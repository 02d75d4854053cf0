import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import type { Service } from "../../core/job/job.ts";
import type { Job } from "../../core/job/job-store.ts";
import { readJob } from "./job-row.ts";
import { withSteadyQuotas } from "./write-jobs.ts";

/** Jobs per claim. More claims follow at once, so that none holds its locks for long. */
const CLAIM_AT_ONCE = 20;

/**
 * Claims waiting jobs in one round trip, ordered by when their members were last served. The database function `claim_jobs`
 * describes the order. `jobless`: accepted batches whose jobs are written first (`write_jobs`), unless their
 * organisation's quotas are just being changed.
 */
export async function claimJobs(
  queries: Queries,
  workerId: string,
  baseUrls: Readonly<Record<Service, string | undefined>>,
  jobless: readonly string[] = [],
): Promise<Job[]> {
  const [image, video] = [baseUrls.image ?? null, baseUrls.video ?? null];
  const rows = await queries.execute(
    jobless.length > 0
      ? sql`
        -- The worker's row first, in the order in which a take-over locks.
        with me as materialized (
          select id from workers where id = ${workerId}::uuid for key share
        ), written as materialized (
          select write_jobs(${withSteadyQuotas(jobless)}), ${workerId}::uuid as worker from (select count(*) from me) as held
        )
        select claimed.* from written, claim_jobs(worker, ${image}::text, ${video}::text, ${CLAIM_AT_ONCE}::integer) claimed`
      : sql`
        select claimed.* from claim_jobs(${workerId}::uuid, ${image}::text, ${video}::text, ${CLAIM_AT_ONCE}::integer) claimed
        -- Most of the time nothing waits, which is told much sooner. In the index's order: without it, PostgreSQL reads
        -- all jobs for one that waits if there were many when it last counted.
        where (
          select true from jobs
          where state = 'waiting' and not_before <= now() and cancel_requested_at is null
          order by organisation_id, service, account_id, created_at, ordinal
          limit 1
        )`,
  );
  return rows.map((row) => readJob(row));
}
