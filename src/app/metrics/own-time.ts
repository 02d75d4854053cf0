import type { Job } from "../../core/job/job-store.ts";

/** The times of a job that `ownMs` needs. */
export type JobTimes = Pick<Job, "waitingSince" | "submittedAt" | "endedAt">;

/**
 * The time that Easel itself added: the part of the span from a batch's acceptance, or its approval, to `now` in which no job of
 * the batch was at the gateway. In milliseconds; all times are the database's.
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
