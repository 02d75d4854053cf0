import type { Decision } from "../core/delivery/approvals.ts";
import { declinedFailure } from "../core/job/failure.ts";
import type { JobEvent } from "../core/job/transition.ts";
import type { Wakeup } from "../lib/wakeup.ts";
import type { CurrentLoop } from "./current-loop.ts";
import { writeEvent, type WriteContext } from "./write-transition.ts";

/** Time limit for storing a decision. A person is waiting, and the platforms' own time limits are close to this. */
export const DECISION_MS = 2_000;

/** Releases a held batch or ends it. `too_late`: none of its jobs is held any more. */
export type Decide = (batchId: string, decision: Decision) => Promise<"done" | "too_late">;

export function createDecide(
  context: WriteContext & { readonly work: Wakeup; readonly currentLoop: Pick<CurrentLoop, "get"> },
): Decide {
  return async (batchId, decision) => {
    const outcome = await decideHeld(batchId, decision, context, AbortSignal.timeout(DECISION_MS));
    context.work.wake();
    context.currentLoop.get()?.wake(batchId);
    return outcome;
  };
}

/**
 * Releases a held batch or ends it. `too_late`: none of its jobs was still held. Rejects with the signal's reason when the
 * database is unavailable for too long; pressing the button again then completes the decision.
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
