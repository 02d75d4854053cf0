import { hasEnded } from "../../core/job/job.ts";
import type { Job } from "../../core/job/job-store.ts";
import type { Artifact, BatchView, Post } from "../../core/delivery/delivery-store.ts";

/** The longest time that one unfetchable picture delays the others of its batch. */
export const LATE_ARTIFACT_MS = 2 * 60_000;

/** The state of a batch, derived from what is stored. */
export interface BatchStatus {
  /** Every job has ended or is unknown, and every artifact that will come soon is fetched: the result can be posted. */
  readonly ready: boolean;
  /** Everything was cancelled before anything was made: the notice says so, and no result follows. */
  readonly cancelled: boolean;
  /** Nothing can change any more. */
  readonly final: boolean;
  /** Milliseconds until a due artifact no longer delays the others; undefined if none does. */
  readonly readyInMs: number | undefined;
}

/** `now`: milliseconds since the Unix epoch. */
export function batchStatusOf(view: BatchView, now: number): BatchStatus {
  const due = view.artifacts.filter((artifact) => artifact.state === "due");
  const settled = view.jobs.every((job) => hasEnded(job.state) || job.state === "unknown");
  const holding = due.map((artifact) => artifact.succeededAt.getTime() + LATE_ARTIFACT_MS - now).filter((ms) => ms > 0);
  return {
    ready: settled && holding.length === 0,
    cancelled: view.jobs.every(countsAsCancelled),
    final: view.jobs.every((job) => hasEnded(job.state)) && due.length === 0,
    readyInMs: holding.length === 0 ? undefined : Math.max(...holding),
  };
}

/** The jobs whose outcome is still open. */
export function openJobs({ jobs }: Pick<BatchView, "jobs">): string[] {
  return jobs.filter((job) => !hasEnded(job.state)).map((job) => job.id);
}

/**
 * The batch as its result describes it on every try: jobs that were open when the post was intended stay open in it, and get a
 * message of their own later.
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

/** Cancelled at the gateway, or a clip that was cancelled but could not be stopped: it is stored but not posted. */
export function countsAsCancelled(job: Pick<Job, "state" | "service" | "cancelRequestedAt">): boolean {
  if (job.state === "cancelled") return true;
  return job.service === "video" && job.state === "succeeded" && job.cancelRequestedAt !== undefined;
}

export function artifactOf(view: BatchView, job: Job): Artifact | undefined {
  return view.artifacts.find((artifact) => artifact.jobId === job.id);
}

/**
 * Whether the message with an artifact was deleted. An artifact without a message counts as part of the result, because nothing
 * is posted after a deleted result.
 */
export function isDeleted({ posts }: Pick<BatchView, "posts">, { post = "result" }: Pick<Artifact, "post">): boolean {
  const shown = posts.find(({ kind }) => kind === post);
  return shown?.state === "removing" || shown?.state === "removed";
}

/** The post of that kind. For a result that its conversation refused, the direct message to the requester, if that was posted. */
export function postFor({ posts }: Pick<BatchView, "posts">, kind: string | undefined): Post | undefined {
  const post = posts.find((one) => one.kind === kind);
  if (post?.kind !== "result" || post.state !== "undeliverable") return post;
  return posts.find((one) => one.kind === "direct" && one.state === "posted") ?? post;
}

/** Jobs whose picture or clip was made but not accepted by any conversation. */
export function undelivered(view: BatchView): Job[] {
  const isUnderWay = view.posts.some(({ kind, state }) => kind === "direct" && state === "intended");
  return view.jobs.filter((job) => {
    const artifact = artifactOf(view, job);
    const post = postFor(view, artifact?.post);
    if (artifact?.content === undefined || post?.state !== "undeliverable") return false;
    return post.kind !== "result" || !isUnderWay;
  });
}

/** Whether an artifact was made but not fetched, and the gateway may still have it. */
export function isFetchable(artifact: Artifact | undefined): boolean {
  if (artifact?.state === "unretrievable") return artifact.failure?.reason !== "expired";
  return artifact?.state === "due";
}

/** Jobs whose artifact is fetched or lost. The result covers them. */
export function settledJobs(view: BatchView): string[] {
  return view.artifacts.filter((artifact) => artifact.state !== "due").map((artifact) => artifact.jobId);
}

/** Whether the result is in the conversation, or has been there. */
export function isOut(result: Post | undefined): boolean {
  return result?.state === "posted" || result?.state === "removing" || result?.state === "removed";
}
