import type { Job } from "../../core/job/job-store.ts";

/** A job's part in the time that its batch takes. */
export type JobTimes = Pick<Job, "waitingSince" | "submittedAt" | "endedAt">;

/**
 * How much of the time between a batch's acceptance, or its approval, and `now` was not the gateway's: no job of the batch was
 * between its create and its end there. In milliseconds; all times are the database's.
 */
export function ownMs(jobs: readonly JobTimes[], now: number): number {
  const began = Math.min(now, ...jobs.map(({ waitingSince }) => waitingSince.getTime()));
  const atGateway = jobs
    .flatMap(({ submittedAt, endedAt }) =>
      submittedAt ? [{ from: submittedAt.getTime(), to: Math.min(now, endedAt?.getTime() ?? now) }] : [],
    )
    .toSorted((a, b) => a.from - b.from);
  let own = 0;
  let reached = began;
  for (const { from, to } of atGateway) {
    own += Math.max(0, from - reached);
    reached = Math.max(reached, to);
  }
  return own + Math.max(0, now - reached);
}
