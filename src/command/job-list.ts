import { hasEnded } from "../job/job.ts";
import type { Job } from "../job/store.ts";
import type { Texts } from "../text/texts.ts";

/** Enough of a batch's id to tell a member's own requests apart, and short enough to type. */
export function shortId(batchId: string): string {
  return batchId.slice(0, 8);
}

/** How a batch stands, in a few words. */
export function stateText(members: readonly Pick<Job, "state">[], texts: Texts): string {
  if (isOpen(members)) {
    return texts.jobs.running(members.filter((job) => hasEnded(job.state)).length, members.length);
  }
  if (members.every((job) => job.state === "cancelled")) return texts.notice.cancelled;
  return texts.jobs.done(members.filter((job) => job.state === "succeeded").length, members.length);
}

export function isOpen(members: readonly Pick<Job, "state">[]): boolean {
  return members.some((job) => !hasEnded(job.state));
}
