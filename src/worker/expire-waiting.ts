import { UNKNOWN_LIMIT_MS, WAITING_LIMIT_MS } from "../lib/limits.ts";
import { ownFailure } from "../core/job/failure.ts";
import type { Job } from "../core/job/job-store.ts";
import type { JobEvent } from "../core/job/transition.ts";
import { writeEvent, type WriteContext } from "./write-transition.ts";

/** Ends jobs without a worker that have waited too long or were cancelled. */
export async function expireWaiting(context: WriteContext, signal: AbortSignal): Promise<void> {
  for (const job of await context.store.overdueWaits(WAITING_LIMIT_MS, UNKNOWN_LIMIT_MS)) {
    await writeEvent(job, expiryEvent(job), context, signal);
  }
}

/** The event for a job without a worker that has waited too long or was cancelled. */
function expiryEvent(job: Job): JobEvent {
  if (job.state === "unknown") {
    // The gateway's answer to the create stays with the job.
    const { failure } = job;
    const isStored = failure?.reason === "unknown_outcome";
    return { type: "unknown_given_up", failure: isStored ? failure : ownFailure("unknown_outcome") };
  }
  if (job.cancelRequestedAt) return { type: "cancel_requested" };
  if (job.state === "held") return { type: "waited_too_long", failure: ownFailure("not_approved") };
  return { type: "waited_too_long", failure: ownFailure("waited_too_long") };
}
