import type { Decision } from "../core/delivery/approvals.ts";
import { declinedFailure } from "../core/job/failure.ts";
import type { JobEvent } from "../core/job/transition.ts";
import { writeEvent, type WriteContext } from "./write-transition.ts";

/**
 * Lets a held batch be made, or ends it. `too_late`: nothing of it was held any more. Rejects with the signal's reason when
 * the database is away for too long; then pressing again does what is left to do.
 */
export async function decideHeld(
  batchId: string,
  decision: Decision,
  context: WriteContext,
  signal: AbortSignal,
): Promise<"done" | "too_late"> {
  const event: JobEvent =
    decision.kind === "approve" ? { type: "approved" } : { type: "declined", failure: declinedFailure(decision) };
  const held = (await context.store.jobsOf(batchId)).filter((job) => job.state === "held");
  let decided = 0;
  for (const job of held) if (await writeEvent(job, event, context, signal)) decided++;
  return decided > 0 ? "done" : "too_late";
}
