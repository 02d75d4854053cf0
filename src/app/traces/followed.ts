import type { Job } from "../../core/job/job-store.ts";

/**
 * More than a process has at a time. Jobs that another process took over are only dropped when this is exceeded, oldest first.
 */
const JOBS_REMEMBERED = 10_000;

/** A job that this process works on. */
export interface FollowedJob {
  readonly batchId: string;
  readonly jobId: string;
  readonly requestId: string | undefined;
  /** When this process found the job in its current state, by the database's time. */
  readonly since: number;
}

/** The jobs that this process works on. Ports that don't receive the batch look it up here. */
export interface Followed {
  /** Call with a job that this process has received or changed. */
  note(job: Job, since: number): void;
  /** Finds a job by its id or by its create's idempotency key. */
  of(idOrKey: string): FollowedJob | undefined;
  /** Call when nothing is left to do for the job. */
  forget(jobId: string): void;
}

export function createFollowed(): Followed {
  const jobs = new Map<string, FollowedJob>();
  const keys = new Map<string, string>();
  return {
    note({ id, batchId, requestId, idempotencyKey, state }, since) {
      jobs.delete(id);
      jobs.set(id, { batchId, jobId: id, requestId, since });
      if (state === "submitting") keys.set(idempotencyKey, id);
      else keys.delete(idempotencyKey);
      dropOldest(jobs);
      dropOldest(keys);
    },
    of: (idOrKey) => jobs.get(keys.get(idOrKey) ?? idOrKey),
    forget: (jobId) => void jobs.delete(jobId),
  };
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > JOBS_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
