import { retryUntilAvailable } from "../lib/retry-until-available.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log/log.ts";
import type { Job, JobStore } from "../core/job/job-store.ts";
import { transition, type JobEvent } from "../core/job/transition.ts";

export interface WriteContext {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Decides what an event does to a job and writes it, with retries, because the gateway's answer must not be lost while
 * the database is unavailable. Returns the job as it is then. Undefined when the event has no effect (any more).
 * Rejects only with the signal's reason, or with an error that a retry can't fix.
 */
export async function writeEvent(
  job: Job,
  event: JobEvent,
  context: WriteContext,
  signal: AbortSignal,
): Promise<Job | undefined> {
  let current = job;
  for (;;) {
    const known = current;
    const move = transition(known, event);
    if (!move) return undefined;
    const written = await retryUntilAvailable(() => context.store.apply(known, move), context, signal);
    if (written) {
      const { id, batchId, fence, requestId } = written;
      const { from, to } = move;
      context.log.info({ job: id, batch: batchId, from, to, because: event.type, fence, requestId }, "job");
      return written;
    }
    // Another process was faster, or this write succeeded and only its confirmation was lost.
    const now = await retryUntilAvailable(() => context.store.find(job.id), context, signal);
    if (!now) return undefined;
    const sameHands = now.fence === known.fence;
    if (sameHands && now.state === move.to && move.to !== move.from) return now;
    if (!sameHands && !move.ignoresFence) return undefined;
    if (sameHands && now.state === known.state) return undefined;
    current = now;
  }
}
