import type { Clock } from "../clock.ts";
import { isRetryable } from "../errors.ts";
import type { Logger } from "../log.ts";
import { backoff } from "../backoff.ts";
import type { Job, JobStore } from "./store.ts";
import { transition, type JobEvent } from "./transition.ts";

/** First wait and longest wait before the database is asked again. */
const AGAIN_MS = 200;
const AGAIN_CAP_MS = 5_000;

export interface WriteContext {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Decides what an event does to a job and writes it, as often as it takes: what the gateway said must not be forgotten
 * because the database was away. Returns the job as it then is; undefined when the event has no meaning (any more).
 * Rejects only with the signal's reason, or with an error that no repetition mends.
 */
export async function writeEvent(
  job: Job,
  event: JobEvent,
  context: WriteContext,
  signal: AbortSignal,
): Promise<Job | undefined> {
  let current = job;
  for (let tries = 0; ; tries++) {
    const move = transition(current, event);
    if (!move) return undefined;
    try {
      const written = await context.store.apply(current, move);
      if (written) {
        context.log.info(
          { job: job.id, batch: job.batchId, from: move.from, to: move.to, event: event.type, fence: written.fence },
          "job",
        );
        return written;
      }
      // Someone else was faster. With the same hands on it, look again and decide anew.
      const now = await context.store.find(job.id);
      if (!now || (now.fence !== current.fence && !move.ignoresFence)) return undefined;
      if (now.state === current.state && now.fence === current.fence) return undefined;
      current = now;
    } catch (error) {
      signal.throwIfAborted();
      if (!isRetryable(error)) throw error;
      await context.clock.sleep(backoff(tries, AGAIN_MS, AGAIN_CAP_MS, context.random), signal);
    }
  }
}
