import { hasEnded } from "../../core/job/job.ts";
import type { ListedJob } from "../../core/job/job-store.ts";
import { cancellingText } from "../../worker/delivery/notice/notice.ts";
import { countsAsCancelled } from "../../worker/delivery/batch-status.ts";
import type { Texts } from "../../text/texts.ts";

/** Long enough to distinguish a member's own requests, and short enough to type. */
export function shortId(batchId: string): string {
  return batchId.slice(0, 8);
}

/**
 * A batch's state in a few words. Plain text: names in it may contain anything.
 * @param undelivered how many of its pictures or clips no conversation took.
 */
export function stateText(members: readonly ListedJob[], texts: Texts, undelivered = 0): string {
  const say = texts.jobs;
  const made = members.filter((job) => job.state === "succeeded" && !countsAsCancelled(job)).length;
  const failed = members.filter((job) => job.state === "failed").length;
  if (isOpen(members)) return openText(members, made, failed, texts);
  if (made > 0 && undelivered >= made) return say.notDelivered(made, members.length);
  if (made > 0) {
    const done = say.done(made, members.length, failed);
    return undelivered === 0 ? done : say.partlyDelivered(done, undelivered);
  }
  if (failed === 0) return members.every(countsAsCancelled) ? texts.notice.cancelled : say.expired;
  const declined = members.find(({ failure }) => failure?.reason === "declined")?.failure;
  if (declined) return say.declined(declined.by ?? texts.failure.someAdmin);
  return members.some(({ settlement }) => settlement === "assumed") ? say.neverKnown : say.failed;
}

export function isOpen(members: readonly Pick<ListedJob, "state">[]): boolean {
  return members.some((job) => !hasEnded(job.state));
}

/** For jobs in different states, how many succeeded and failed; otherwise their common state. */
function openText(members: readonly ListedJob[], made: number, failed: number, texts: Texts): string {
  const { jobs: say, notice } = texts;
  const open = members.filter((job) => !hasEnded(job.state));
  const [first] = open;
  if (first && open.every((job) => job.cancelRequestedAt !== undefined)) return cancellingText(first, texts);
  if (members.every(({ state }) => state === "held")) return notice.held;
  if (members.every(({ state }) => state === "unknown")) return notice.unknown;
  return say.running(made, members.length, failed);
}
