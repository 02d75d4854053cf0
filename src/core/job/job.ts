import { DEADLY_AFTER } from "../../lib/limits.ts";

/**
 * What a newcomer should read first: the words of the job service and the life of a job.
 *
 * - A **batch** is what one member asked for at once: one request, one to ten jobs, one notice, one result.
 * - A **job** is one picture or one clip: exactly one job at the gateway, the **remote job**.
 * - A **slot** is a place for one job of a key and a service at the gateway. It belongs to the remote job, so it is freed only
 *   when that has ended, never because a process died. A job whose outcome is unknown holds its slot only for a while, because
 *   there may be no remote job; if its id arrives later, it takes a slot again where one is free and goes on without otherwise.
 * - A **worker** is a process that works on jobs. It says every few seconds that it lives; the others take over the jobs of
 *   one that fell silent.
 * - The **poster** of a workspace is the one worker that posts there, by a lease that ends with its worker. The batches of the
 *   workspace are given to it, even if other workers have their jobs; it receives their progress.
 * - A job is **held** when an admin must approve it first: it has no slot and nobody works on it. Approved it waits like any
 *   other; declined, or a day later, it has failed.
 * - A job is **set aside** for a while when three workers died while they handled its own bytes: while its create was under way,
 *   or what it made was coming in. Watching it, or waiting to fetch it, can't be what killed them.
 * - The **fence** of a job grows each time it changes hands. A write names the fence it knows; with an older one it writes
 *   nothing.
 * - `transition.ts` decides, `db/job-store.ts` writes: state, slot, settlement and artifact in one transaction.
 */
export const JOB_STATES = [
  /** Accepted, but not to be made before an admin approves it. */
  "held",
  /** Wants a slot; nobody works on it. */
  "waiting",
  /** Has a slot, and its create may be on the wire. */
  "submitting",
  /** The create may have worked: nobody knows. It is not sent again. */
  "unknown",
  /** The gateway has it, and we know its id. */
  "running",
  /** Ended: it is made. Fetching it is the artifact's story. */
  "succeeded",
  /** Ended: refused, or it failed at the gateway, or its outcome never became known. */
  "failed",
  /** Ended: the member took it back. */
  "cancelled",
  /** Ended: the gateway had it and no longer does. */
  "expired",
] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * The settlement of the batch's reservation for the job. `assumed`: charged with an unknown outcome; only an admin refunds it,
 * and then it is `refunded`.
 */
export const SETTLEMENTS = ["reserved", "charged", "released", "assumed", "refunded"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export type Service = "image" | "video";

const ENDED: ReadonlySet<JobState> = new Set(["succeeded", "failed", "cancelled", "expired"]);

/** Nothing more happens to a job in such a state. */
export function hasEnded(state: JobState): boolean {
  return ENDED.has(state);
}

/** Have so many processes died while they handled a job's own bytes that it is set aside for a while after each death? */
export function isDeadly({ deaths }: { readonly deaths: number }): boolean {
  return deaths >= DEADLY_AFTER;
}

/** Is a job set aside at a time (milliseconds since the Unix epoch)? A clip's create is never sent again, so it isn't. */
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
  return isTriedAgain && isDeadly(job) && job.notBefore.getTime() > now;
}
