import type postgres from "postgres";
import { ownFailure } from "../../core/job/failure.ts";
import { FETCH_WINDOW_MS, WAITING_LIMIT_MS } from "../../lib/limits.ts";

/**
 * What is known about the time since a copy was made. `stopped`: Easel did not run in it. `ran`: it ran. `keys-changed`: it ran,
 * and it may have used gateway keys that the copy does not have.
 */
export type SinceTheCopy = "stopped" | "ran" | "keys-changed";

/** The jobs that waited when the copy was made. */
export interface Settled {
  /** Pictures whose creates are sent again: if they were made since then, the gateway returns what it made. */
  readonly lookedFor: number;
  /** Jobs that may have been made since then, and can't be found. They are reported as uncertain, and not sent again. */
  readonly uncertain: number;
}

/**
 * How old a copy may be whose pictures are looked for: a create may still wait a day for a slot, and must be sent while the
 * gateway keeps the picture, because later the same key might create another one.
 */
const FINDABLE_MS = FETCH_WINDOW_MS - WAITING_LIMIT_MS;

/**
 * Decides about jobs that had not been sent when the copy was made: after that, Easel may have sent them, and must not have them
 * made twice. A picture is found again by its idempotency key. That needs the same gateway key, so it must have been the
 * only one of its organisation. Clips have no such key, so their outcome is unknown. Jobs that had been sent need nothing: they are taken
 * over as after a crash. Part of the transaction that restores the copy.
 */
export async function settleRestored(
  transaction: postgres.TransactionSql,
  copiedAt: Date,
  since: SinceTheCopy,
): Promise<Settled> {
  // The process that accepted them may have written them out and sent them.
  await transaction`select write_jobs(array(select id from batches where intake is not null order by id))`;
  if (since === "stopped") return { lookedFor: 0, uncertain: 0 };
  // What a confirmed retry had not asked for yet may have been asked for since, and so may what was not confirmed yet.
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
