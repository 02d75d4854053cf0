import type postgres from "postgres";
import { ownFailure } from "../../core/job/failure.ts";
import { FETCH_WINDOW_MS, WAITING_LIMIT_MS } from "../../lib/limits.ts";

/**
 * What is known about the time since a copy was made. `stopped`: Easel did not run. `ran`: it ran. `keys-changed`: it ran and may
 * have used gateway keys that the copy lacks.
 */
export type SinceTheCopy = "stopped" | "ran" | "keys-changed";

/** The jobs that waited when the copy was made. */
export interface Settled {
  /** Pictures whose creates are sent again: if the gateway has made them since then, it returns them. */
  readonly lookedFor: number;
  /** Jobs that may have been made since then, and can't be found. They are reported as uncertain, and not sent again. */
  readonly uncertain: number;
}

/**
 * The maximum age of a copy for finding its pictures again: a create can wait a day for a slot, and must be sent while the
 * gateway keeps the picture. Later, the same idempotency key might create another one.
 */
const FINDABLE_MS = FETCH_WINDOW_MS - WAITING_LIMIT_MS;

/**
 * Decides about jobs that were unsent when the copy was made: Easel may have sent them since, and must not have them made twice.
 * A picture is found by its idempotency key. That works only with the same gateway key, so the organisation must have had only
 * one. Clips have no idempotency key, so their outcome is unknown. Jobs that had been sent need nothing: a worker takes them over
 * as after a crash. Call it in the transaction that restores the copy.
 */
export async function settleRestored(
  transaction: postgres.TransactionSql,
  copiedAt: Date,
  since: SinceTheCopy,
): Promise<Settled> {
  // The process that accepted these batches may have written and sent their jobs since.
  await transaction`select write_jobs(array(select id from batches where intake is not null order by id))`;
  if (since === "stopped") return { lookedFor: 0, uncertain: 0 };
  // A confirmed retry may have submitted its remaining requests since, and an unconfirmed one may have been confirmed.
  await transaction`update recovery_items set outcome = 'failed' where outcome is null and recovery_id in (
    select id from recoveries where state = 'running')`;
  await transaction`update recoveries set state = 'done', done_at = now() where state = 'running'`;
  await transaction`delete from recoveries where state = 'asked'`;
  const uncertain = await transaction`
    with age as (
      select ${copiedAt}::timestamptz < now() - ${FINDABLE_MS}::float8 * interval '1 millisecond' as is_too_old
    ), only_key as (
      select organisation_id from credentials
      where 'image' = any(services) and removed_at is null and sealed_secret <> ''
      group by organisation_id having count(distinct fingerprint) = 1
    ), lost as materialized (
      select jobs.id from jobs, age
      where cancel_requested_at is null and state in ('waiting', 'held') and (
          service = 'video' or is_too_old or ${since}::text = 'keys-changed'
          or organisation_id not in (select organisation_id from only_key)
        )
        or state = 'submitting' and service = 'image' and is_too_old
    )
    update jobs set state = 'unknown', worker_id = null, handled_by = null, fence = fence + 1,
      submitted_at = case when state = 'submitting' then submitted_at else ${copiedAt}::timestamptz end,
      failure = ${JSON.stringify(ownFailure("unknown_outcome"))}::text::jsonb
    from lost where jobs.id = lost.id`;
  const lookedFor = await transaction`
    update jobs set waiting_since = now(), not_before = now() where state = 'waiting' and cancel_requested_at is null`;
  return { lookedFor: lookedFor.count, uncertain: uncertain.count };
}
