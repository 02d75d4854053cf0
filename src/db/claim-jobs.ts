import { sql } from "drizzle-orm";
import type { Service } from "../job/job.ts";
import type { Job } from "../job/store.ts";
import { CLAIM_AT_ONCE, CLAIM_IN_ADVANCE } from "../limits.ts";
import type { Queries } from "./connection.ts";
import { readJob } from "./job-row.ts";

type BaseUrls = Readonly<Record<Service, string | undefined>>;

/**
 * Claims waiting jobs; part of one transaction. Each is a statement of its own, so that each takes the lane whose turn it is
 * after the one before, but several are on their way at once. Lanes, slots and jobs that another process is just taking are
 * skipped, so that processes never wait for each other. The worker's own row is held meanwhile: one that was declared dead
 * gets nothing, for nobody would take it over again.
 */
export async function claimJobs(queries: Queries, workerId: string, baseUrls: BaseUrls): Promise<Job[]> {
  const claimed: Job[] = [];
  for (let last = false; !last && claimed.length < CLAIM_AT_ONCE;) {
    const rows = await Promise.all(
      Array.from({ length: CLAIM_IN_ADVANCE }, () => queries.execute(claimOne(workerId, baseUrls))),
    );
    claimed.push(...rows.flat().map((row) => readJob(row)));
    last = rows.some((found) => found.length === 0);
  }
  return claimed;
}

/**
 * The next waiting job, of a service that has an address, with a free slot of a usable key. After an admin has lowered what a
 * key carries, jobs may hold slots beyond that: a slot may only be taken where its number and those held above it make no
 * more than that together. That holds whatever other processes take meanwhile, for each of them keeps it as well.
 */
function claimOne(workerId: string, baseUrls: BaseUrls) {
  const usable = sql`
    s.job_id is null and c.invalid_at is null and (c.resting_until is null or c.resting_until <= now())
    and s.n + (
      select count(*) from slots held
      where held.key_fingerprint = s.key_fingerprint and held.n > s.n and held.job_id is not null
    ) <= c.concurrency`;
  const claimable = sql`j.state = 'waiting' and j.not_before <= now() and j.cancel_requested_at is null`;
  return sql`
    with me as materialized (
      select id from workers where id = ${workerId} for key share
    ), addresses as materialized (
      select * from (values ('image', ${baseUrls.image ?? null}::text), ('video', ${baseUrls.video ?? null}::text))
        as given (service, base_url)
      where base_url is not null
    ), lane as materialized (
      select l.organisation_id, l.service, l.account_id
      from lanes l
      where l.service in (select service from addresses) and exists (
        select from jobs j
        where j.organisation_id = l.organisation_id and j.service = l.service and j.account_id = l.account_id
          and ${claimable}
      ) and exists (
        select from slots s join credentials c on c.fingerprint = s.key_fingerprint
        where c.organisation_id = l.organisation_id and l.service = any(c.services) and ${usable}
      )
      order by l.last_served
      limit 1
      for update skip locked
    ), slot as materialized (
      select s.key_fingerprint, s.n, c.id as credential_id
      from slots s
      join credentials c on c.fingerprint = s.key_fingerprint
      join lane on lane.organisation_id = c.organisation_id and lane.service = any(c.services)
      where ${usable}
      order by s.n
      limit 1
      for update of s skip locked
    ), job as materialized (
      select j.id
      from jobs j
      join lane on lane.organisation_id = j.organisation_id and lane.service = j.service
        and lane.account_id = j.account_id
      where ${claimable}
      order by j.created_at, j.ordinal
      limit 1
      for update of j skip locked
    ), claimed as (
      update jobs
      set state = 'submitting', worker_id = me.id, fence = fence + 1, create_tries = 1,
        credential_id = slot.credential_id, submitted_at = now(), base_url = addresses.base_url
      from me, slot, job, addresses
      where jobs.id = job.id and addresses.service = jobs.service
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
