import { hasEnded } from "../../core/job/job.ts";
import type { Job } from "../../core/job/job-store.ts";
import type { Artifact, BatchView, Post } from "../../core/delivery/delivery-store.ts";

/** A batch does not hold back its other pictures longer than this for one that can't be fetched. */
export const LATE_ARTIFACT_MS = 2 * 60_000;

/** Where a batch stands, worked out from what is stored. */
export interface BatchStatus {
  /** Every job has ended or is unknown, and every artifact that will come soon is here: the result can be posted. */
  readonly ready: boolean;
  /** All was taken back before anything was made: the notice says so, and no result follows. */
  readonly cancelled: boolean;
  /** Nothing can change any more. */
  readonly final: boolean;
  /** Milliseconds until an artifact that is due no longer holds the others back; undefined when none does. */
  readonly readyInMs: number | undefined;
}

/** `now`: milliseconds since the Unix epoch. */
export function batchStatusOf(view: BatchView, now: number): BatchStatus {
  const due = view.artifacts.filter((artifact) => artifact.state === "due");
  const settled = view.jobs.every((job) => hasEnded(job.state) || job.state === "unknown");
  const holding = due.map((artifact) => artifact.succeededAt.getTime() + LATE_ARTIFACT_MS - now).filter((ms) => ms > 0);
  return {
    ready: settled && holding.length === 0,
    cancelled: view.jobs.every(isTakenBack),
    final: view.jobs.every((job) => hasEnded(job.state)) && due.length === 0,
    readyInMs: holding.length === 0 ? undefined : Math.max(...holding),
  };
}

/** The jobs of which it is still open how they end. */
export function openJobs({ jobs }: Pick<BatchView, "jobs">): string[] {
  return jobs.filter((job) => !hasEnded(job.state)).map((job) => job.id);
}

/**
 * The batch as its result may speak of it, which is tried until it is posted: what was open when it was intended stays open in
 * it, and has a message of its own that follows.
 */
export function asIntended(view: BatchView, { awaited }: Pick<Post, "awaited">): BatchView {
  return {
    ...view,
    jobs: view.jobs.map((job) =>
      awaited.includes(job.id) && hasEnded(job.state)
        ? { ...job, state: "unknown", endedAt: undefined, failure: undefined, settlement: "reserved" }
        : job,
    ),
    artifacts: view.artifacts.map((artifact) =>
      artifact.post === undefined ? { ...artifact, state: "due", failure: undefined } : artifact,
    ),
  };
}

/** Cancelled at the gateway; or a clip that could not be stopped, which is kept but not posted. */
export function isTakenBack(job: Job): boolean {
  if (job.state === "cancelled") return true;
  return job.service === "video" && job.state === "succeeded" && job.cancelRequestedAt !== undefined;
}

export function artifactOf(view: BatchView, job: Job): Artifact | undefined {
  return view.artifacts.find((artifact) => artifact.jobId === job.id);
}

/** Was it made and did not arrive, and may the gateway still have it? */
export function isFetchable(artifact: Artifact | undefined): boolean {
  if (artifact?.state === "unretrievable") return artifact.failure?.reason !== "expired";
  return artifact?.state === "due";
}
