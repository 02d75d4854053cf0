import { ownFailure, type JobFailure } from "./failure.ts";
import type { Job } from "./store.ts";
import type { JobEvent } from "./transition.ts";

/** What happens to a job that nobody works on and that has waited too long to be of use, or was taken back meanwhile. */
export function endOfWait(job: Job): JobEvent {
  if (job.state === "unknown") return { type: "unknown_given_up", failure: whyUnknown(job) };
  if (job.cancelRequestedAt) return { type: "cancel_requested" };
  if (job.state === "held") return { type: "waited_too_long", failure: ownFailure("not_approved") };
  return { type: "waited_too_long", failure: ownFailure("waited_too_long") };
}

function whyUnknown(job: Job): JobFailure {
  return job.failure?.reason === "quarantined" ? job.failure : ownFailure("unknown_outcome");
}
