import { DEADLY_AFTER } from "../../lib/limits.ts";

/**
 * Read this first: the terms of the job service and the life of a job.
 *
 * - A **batch** is what one member requested at once: one request, one to ten jobs, one notice, one result.
 * - A **job** is one picture or one clip: exactly one job at the gateway, the **remote job**.
 * - A **slot** is a place for one job of a key and a service at the gateway. It belongs to the remote job, so it is freed only
 *   when that has ended, never because a process died. A job with an unknown outcome holds its slot only for a while, because
 *   there may be no remote job; if its id arrives later, it takes a free slot again, or continues without one.
 * - A **worker** is a process that works on jobs. It sends a heartbeat every few seconds; when it falls silent, others take over
 *   its jobs.
 * - The **poster** of a workspace is the only worker that posts there, by a lease that ends with its worker. It gets the
 *   workspace's batches, even if other workers have their jobs, and receives their progress.
 * - A job is **held** while it needs an admin's approval: it has no slot, and no worker. When approved, it waits like any other;
 *   when declined, or after a day, it has failed.
 * - A job is **set aside** for a while after three workers died while they handled its bytes: sending its create, or fetching its
 *   artifact. Watching it or waiting to fetch it can't have killed them.
 * - The **fence** of a job grows each time it changes hands. A write names the fence it knows; with an older one it writes
 *   nothing.
 * - `transition.ts` decides, `db/job-store.ts` writes: state, slot, settlement and artifact in one transaction.
 */
export const JOB_STATES = [
  /** Accepted, but not made before an admin approves it. */
  "held",
  /** Needs a slot; no worker has it. */
  "waiting",
  /** Has a slot, and its create may be in transit. */
  "submitting",
  /** The create's outcome is uncertain. It is not sent again. */
  "unknown",
  /** The gateway has it, and we know its id. */
  "running",
  /** Ended: made. The artifact tracks the fetching. */
  "succeeded",
  /** Ended: refused, failed at the gateway, or never resolved. */
  "failed",
  /** Ended: cancelled by the member. */
  "cancelled",
  /** Ended: the gateway no longer has it. */
  "expired",
] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * How a job's reservation was settled. `assumed`: charged without a known outcome; only an admin can refund it, which makes it
 * `refunded`.
 */
export const SETTLEMENTS = ["reserved", "charged", "released", "assumed", "refunded"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export type Service = "image" | "video";

const ENDED: ReadonlySet<JobState> = new Set(["succeeded", "failed", "cancelled", "expired"]);

/** Whether the state is final. */
export function hasEnded(state: JobState): boolean {
  return ENDED.has(state);
}

/** Whether enough processes died while they handled the job's bytes that each further death sets it aside. */
export function exceedsDeathLimit({ deaths }: { readonly deaths: number }): boolean {
  return deaths >= DEADLY_AFTER;
}

/** Whether a job is set aside at a time (Unix milliseconds). A clip's create is never sent again, so clips never are. */
export function isSetAside(
  job: {
    readonly state: JobState;
    readonly service: Service;
    readonly deaths: number;
    readonly notBefore: Date;
  },
  now: number,
): boolean {
  const isTriedAgain = job.state === "succeeded" || (job.state === "submitting" && job.service === "image");
  return isTriedAgain && exceedsDeathLimit(job) && job.notBefore.getTime() > now;
}
