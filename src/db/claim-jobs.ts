import { sql } from "drizzle-orm";
import type { Service } from "../job/job.ts";
import type { Job } from "../job/store.ts";
import { CLAIM_AT_ONCE } from "../limits.ts";
import type { Queries } from "./connection.ts";
import { readJob } from "./job-row.ts";

/**
 * Claims waiting jobs, one by one in the order in which their members were served last, but in one round trip: the loop is the
 * database's own function `claim_jobs`, which says how.
 */
export async function claimJobs(
  queries: Queries,
  workerId: string,
  baseUrls: Readonly<Record<Service, string | undefined>>,
): Promise<Job[]> {
  const rows = await queries.execute(sql`
    select claimed.* from claim_jobs(${workerId}::uuid, ${baseUrls.image ?? null}::text, ${baseUrls.video ?? null}::text,
      ${CLAIM_AT_ONCE}::integer) claimed
    -- Most of the time nothing waits, which is told much sooner.
    where exists (select from jobs where state = 'waiting' and not_before <= now() and cancel_requested_at is null)`);
  return rows.map((row) => readJob(row));
}
