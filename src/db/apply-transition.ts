import { sql } from "drizzle-orm";
import { hasEnded } from "../job/job.ts";
import type { Job } from "../job/store.ts";
import type { Transition } from "../job/transition.ts";
import type { Queries } from "./connection.ts";
import { readJob } from "./job-row.ts";
import { BATCH_CHANNEL, WORK_CHANNEL } from "./notify.ts";

/**
 * The one place that writes a job's state: a compare-and-set on state and fence, with the slot, the artifact and the
 * notification in the same statement. Undefined when the job is no longer as it was.
 */
export async function applyTransition(queries: Queries, job: Job, move: Transition): Promise<Job | undefined> {
  const { created } = move;
  const ends = hasEnded(move.to);
  // A succeeded job stays with its worker, which fetches the artifact next.
  const keepsWorker =
    move.to === "submitting" || move.to === "running" || move.to === "unknown" || move.to === "succeeded";
  const [row] = await queries.execute(sql`
    with moved as (
      update jobs set
        state = ${move.to},
        worker_id = ${keepsWorker ? sql`worker_id` : sql`null`},
        not_before = ${move.delayMs === undefined ? sql`not_before` : sql`now() + ${move.delayMs} * interval '1 millisecond'`},
        waiting_since = ${move.beginsWaiting ? sql`now()` : sql`waiting_since`},
        refusals = refusals + ${move.refused ? 1 : 0},
        deaths = ${move.from === "submitting" && move.to !== "submitting" ? sql`'{}'` : sql`deaths`},
        remote_id = ${created ? created.remoteId : sql`remote_id`},
        request_id = ${created ? (created.requestId ?? null) : sql`request_id`},
        guidance = ${created ? json(created.guidance) : sql`guidance`},
        deadline_at = ${created ? sql`now() + ${created.deadlineMs} * interval '1 millisecond'` : sql`deadline_at`},
        overdue = overdue or ${move.marksOverdue ?? false},
        cancel_requested_at = ${move.requestsCancel ? sql`coalesce(cancel_requested_at, now())` : sql`cancel_requested_at`},
        ended_at = ${ends ? sql`now()` : sql`ended_at`},
        failure = ${move.failure ? json(move.failure) : sql`failure`},
        usage = ${move.usage === undefined ? sql`usage` : json(move.usage)},
        settlement = ${move.settlement ?? sql`settlement`}
      where id = ${job.id} and state = ${move.from} ${move.ignoresFence ? sql`` : sql`and fence = ${job.fence}`}
      returning *
    ), freed as (
      update slots set job_id = null from moved where ${move.freesSlot ?? false} and slots.job_id = moved.id
    ), made as (
      insert into artifacts (job_id, batch_id, state)
      select id, batch_id, 'due' from moved where ${move.makesArtifact ?? false}
      on conflict do nothing
    )
    select moved.*,
      pg_notify(${BATCH_CHANNEL}, moved.batch_id::text) as told_batch,
      case when ${move.freesSlot === true || move.to === "waiting"} then pg_notify(${WORK_CHANNEL}, '') end as told_work
    from moved`);
  return row && readJob(row);
}

function json(value: unknown) {
  return value === undefined ? sql`null` : sql`${JSON.stringify(value)}::jsonb`;
}
