import { retryUntilAvailable } from "../lib/retry-until-available.ts";
import type { RunJobContext } from "./run-job.ts";
import type { Job } from "../core/job/job-store.ts";

/**
 * A job whose worker hit an unexpected error, as it is stored now. Undefined when that worker no longer has it. Rejects
 * with store errors that a retry can't fix, and with the signal's reason.
 */
export async function resumeJob(
  jobId: string,
  workerId: string,
  context: Pick<RunJobContext, "store" | "clock" | "random">,
  signal: AbortSignal,
): Promise<Job | undefined> {
  const { store } = context;
  const now = await retryUntilAvailable(() => store.find(jobId), context, signal);
  if (now?.workerId !== workerId) return undefined;
  // Its create may have been sent, so the next one is a retry.
  return now.state === "submitting" ? retryUntilAvailable(() => store.countTry(now), context, signal) : now;
}
