import type { Job } from "../../core/job/job-store.ts";

/** More than a process has at a time. Jobs that others have taken over stay until then; the oldest go first. */
const JOBS_REMEMBERED = 10_000;

/** A job that this process works on. */
export interface FollowedJob {
  readonly batchId: string;
  readonly jobId: string;
  readonly requestId: string | undefined;
  /** When this process found it in its present state, by the database's time. */
  readonly since: number;
}

/** The jobs that this process works on. A port that sees no batch finds it here. */
export interface Followed {
  /** Call with a job that is now this process's, or has changed. */
  note(job: Job, since: number): void;
  /** By its id or by the key of its create. */
  of(idOrKey: string): FollowedJob | undefined;
  /** Call with its id when nothing is left to do. */
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
