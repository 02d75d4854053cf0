import { sql } from "drizzle-orm";
import type { Service } from "../job/job.ts";
import type { Job } from "../job/store.ts";
import { CLAIM_AT_ONCE } from "../limits.ts";
import type { Queries } from "./connection.ts";
import { readJob } from "./job-row.ts";

/**
 * Claims waiting jobs one by one: each takes the least recently served lane that has a job to do and a free slot. Lanes,
 * slots and jobs that another process is just taking are skipped, so that processes never wait for each other. The worker's
 * own row is held meanwhile: one that was declared dead gets nothing, for nobody would take it over again.
 */
export async function claimJob(
  queries: Queries,
  workerId: string,
  baseUrls: Readonly<Record<Service, string | undefined>>,
): Promise<Job[]> {
  const claimed: Job[] = [];
  while (claimed.length < CLAIM_AT_ONCE) {
    const [row] = await queries.execute(claimOne(workerId, baseUrls));
    if (!row) break;
    claimed.push(readJob(row));
  }
  return claimed;
}

function claimOne(workerId: string, baseUrls: Readonly<Record<Service, string | undefined>>) {
  return sql`
    with me as materialized (
      select id from workers where id = ${workerId} for key share
    ), lane as materialized (
      select l.organisation_id, l.service, l.account_id
      from lanes l
      where exists (
        select from jobs j
        where j.state = 'waiting' and j.organisation_id = l.organisation_id and j.service = l.service
          and j.account_id = l.account_id and j.not_before <= now() and j.cancel_requested_at is null
      ) and exists (
        select from slots s join credentials c on c.fingerprint = s.key_fingerprint
        where s.job_id is null and s.n <= c.concurrency and c.organisation_id = l.organisation_id
          and l.service = any(c.services) and c.invalid_at is null
          and (c.resting_until is null or c.resting_until <= now())
      )
      order by l.last_served
      limit 1
      for update skip locked
    ), slot as materialized (
      select s.key_fingerprint, s.n, c.id as credential_id
      from slots s
      join credentials c on c.fingerprint = s.key_fingerprint
      join lane on lane.organisation_id = c.organisation_id and lane.service = any(c.services)
      where s.job_id is null and s.n <= c.concurrency and c.invalid_at is null
        and (c.resting_until is null or c.resting_until <= now())
      order by s.n
      limit 1
      for update of s skip locked
    ), job as materialized (
      select j.id
      from jobs j
      join lane on lane.organisation_id = j.organisation_id and lane.service = j.service
        and lane.account_id = j.account_id
      where j.state = 'waiting' and j.not_before <= now() and j.cancel_requested_at is null
      order by j.created_at, j.ordinal
      limit 1
      for update of j skip locked
    ), claimed as (
      update jobs
      set state = 'submitting', worker_id = me.id, fence = fence + 1, create_tries = 1,
        credential_id = slot.credential_id, submitted_at = now(),
        base_url = case service when 'image' then ${baseUrls.image ?? null} else ${baseUrls.video ?? null} end
      from me, slot, job
      where jobs.id = job.id
      returning jobs.*
    ), taken as (
      update slots set job_id = claimed.id from claimed, slot
      where slots.key_fingerprint = slot.key_fingerprint and slots.n = slot.n
    ), served as (
      update lanes set last_served = clock_timestamp() from claimed
      where lanes.organisation_id = claimed.organisation_id and lanes.service = claimed.service
        and lanes.account_id = claimed.account_id
    )
    select * from claimed`;
}
