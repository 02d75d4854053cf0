import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { hasEnded } from "../../core/job/job.ts";
import type { Job } from "../../core/job/job-store.ts";
import type { Transition } from "../../core/job/transition.ts";
import { readJob } from "./job-row.ts";
import { amongGiven } from "./sql-arrays.ts";
import { freeSlotsOf } from "../keys/key-slots.ts";

/** The outcome of a move. `busy`: another transaction is changing the job, or the quotas that it settles with. */
type Moved = Job | "busy" | undefined;

/** A decision about a job, based on its last known state. */
export interface Move {
  readonly job: Job;
  readonly transition: Transition;
}

/**
 * The only place that writes jobs' states: a compare-and-set on state and fence, with slot, artifact and settlement in the same
 * statement. When a job becomes unknown, slots of its key may be freed (`free_unknown_slots`); a job whose remote id arrived late
 * takes a slot again if one is free. Accepts at most one move per job. Returns undefined for a job that has changed meanwhile.
 * Moves of many organisations are written together, so it doesn't wait for a quota change or a merge, which can take long: the
 * affected moves are `busy`.
 */
export async function applyTransitions(queries: Queries, moves: readonly Move[]): Promise<Moved[]> {
  const rows = await queries.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(moves.map(given))}::jsonb) as given (
        job_id uuid, fence integer, old text, new text, ends boolean, keeps_worker boolean, frees_slot boolean,
        delay_ms float8, begins_waiting boolean, refused boolean, created boolean, remote_id text, request_id text, guidance jsonb,
        deadline_ms float8, deadline_at timestamptz, overdue boolean, cancel boolean, failure jsonb, usage jsonb, settlement text, artifact boolean)
      order by job_id
    ), moves as materialized (
      select given.*, case
        when locked.organisation_id is null then exists (select from jobs where jobs.id = given.job_id)
        -- These write to the ledger, which is locked while another transaction computes windows from it.
        when settlement is not null or frees_slot and new = 'waiting'
          then not pg_try_advisory_xact_lock_shared(quota_lock(locked.organisation_id))
        else false end as busy
      from given left join lateral (
        select organisation_id from jobs where jobs.id = given.job_id for update skip locked
      ) locked on true
    ), moved as materialized (
      update jobs set
        state = new,
        worker_id = case when keeps_worker then worker_id end,
        not_before = coalesce(now() + delay_ms * interval '1 millisecond', not_before),
        waiting_since = case when begins_waiting then now() else waiting_since end,
        refusals = refusals + refused::integer,
        handled_by = case when new = 'submitting' then handled_by end,
        deaths = case when old = 'submitting' and new <> 'submitting' then '{}' else deaths end,
        remote_id = case when created then moves.remote_id else jobs.remote_id end,
        request_id = case when created then moves.request_id else jobs.request_id end,
        guidance = case when created then moves.guidance else coalesce(moves.guidance, jobs.guidance) end,
        deadline_at = case when created then now() + deadline_ms * interval '1 millisecond'
          else coalesce(moves.deadline_at, jobs.deadline_at) end,
        overdue = jobs.overdue or moves.overdue,
        cancel_requested_at = case when cancel then coalesce(cancel_requested_at, now()) else cancel_requested_at end,
        ended_at = case when ends then now() else ended_at end,
        -- Why earlier tries failed no longer matters.
        failure = case when created then null else coalesce(moves.failure, jobs.failure) end,
        usage = coalesce(moves.usage, jobs.usage),
        settlement = coalesce(moves.settlement, jobs.settlement)
      from moves
      where jobs.id = moves.job_id and ${amongGiven("jobs.id", "job_id", "moves")}
        and not moves.busy and jobs.state = moves.old
        and (moves.fence is null or jobs.fence = moves.fence)
      returning jobs as job, moves.old, frees_slot, artifact, moves.settlement as settles,
        frees_slot and (new = 'waiting' or moves.settlement = 'released') is true as leaves_key
    ), freed as (
      update slots set job_id = null from moved
      where frees_slot and slots.id = (job).slot_id and slots.job_id = (job).id
    ), made as (
      insert into artifacts (job_id, batch_id, state)
      select (job).id, (job).batch_id, 'due' from moved where artifact
      on conflict do nothing
    ), settled as materialized (
      select case when count(*) > 0 then settle_jobs(array_agg(job), array_agg(settles), array_agg(leaves_key)) end
      from moved where settles is not null or leaves_key
    ), retaken as materialized (
      select case when count(*) > 0 then retake_slots(array_agg(job)) end
      from moved where old = 'unknown' and (job).state = 'running'
    ), relieved as materialized (
      -- Locks keys, which must come after the quotas' locks.
      select case when count(*) > 0 then ${freeSlotsOf(sql`array_agg(distinct fingerprint)`)} end
      from settled, moved join credentials on credentials.id = (job).credential_id
      where old <> 'unknown' and (job).state = 'unknown'
    )
    select moves.job_id, moves.busy, (moved.job).*
    from moves left join moved on (moved.job).id = moves.job_id, settled, retaken, relieved`);
  const outcomes = new Map<unknown, Moved>();
  for (const row of rows) {
    if (row["busy"] === true) outcomes.set(row["job_id"], "busy");
    else if (row["id"] !== null) outcomes.set(row["job_id"], readJob(row));
  }
  return moves.map(({ job }) => outcomes.get(job.id));
}

/** A move as the statement reads it; missing fields become null. */
function given({ job, transition: move }: Move): object {
  return {
    job_id: job.id,
    ...(move.ignoresFence ? {} : { fence: job.fence }),
    old: move.from,
    new: move.to,
    ends: hasEnded(move.to),
    // A succeeded job stays with its worker, which fetches the artifact next.
    keeps_worker: move.to === "submitting" || move.to === "running" || move.to === "unknown" || move.to === "succeeded",
    frees_slot: move.freesSlot ?? false,
    delay_ms: move.delayMs,
    begins_waiting: move.beginsWaiting ?? false,
    refused: move.refused ?? false,
    created: move.created !== undefined,
    remote_id: move.created?.remoteId,
    request_id: move.created?.requestId,
    guidance: (move.created ?? move.guided)?.guidance,
    deadline_ms: move.created?.deadlineMs,
    deadline_at: move.guided && new Date(move.guided.deadlineAt).toISOString(),
    overdue: move.marksOverdue ?? false,
    cancel: move.requestsCancel ?? false,
    failure: move.failure,
    usage: move.usage,
    settlement: move.settlement,
    artifact: move.makesArtifact ?? false,
  };
}
