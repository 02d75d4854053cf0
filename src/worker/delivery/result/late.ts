import type { Job } from "../../../core/job/job-store.ts";
import { artifactOf } from "../batch-status.ts";
import type { BatchView, Post } from "../../../core/delivery/delivery-store.ts";

const LATE = /^late-(\d+)(?:\.(\d+))?$/;

/** The job that a late post is about, and its number among that job's late posts. Undefined for every other kind of post. */
export function lateOf(kind: string): { readonly ordinal: number; readonly nth: number } | undefined {
  const [, ordinal, nth = "1"] = LATE.exec(kind) ?? [];
  return ordinal === undefined ? undefined : { ordinal: Number(ordinal), nth: Number(nth) };
}

/** The kind of the next post about a job's late outcome: an intended one, or else a new one. */
export function lateKind(view: BatchView, { ordinal }: Job): string {
  const mine = latePosts(view, ordinal);
  const open = mine.find((post) => post.state === "intended");
  if (open) return open.kind;
  return mine.length === 0 ? `late-${ordinal}` : `late-${ordinal}.${mine.length + 1}`;
}

/** Jobs whose outcome no message could report yet. Nothing follows a deleted result. */
export function latecomers(view: BatchView, result: Post): Job[] {
  if (result.state === "removing" || result.state === "removed") return [];
  return view.jobs.filter((job) => {
    const mine = latePosts(view, job.ordinal);
    if (mine.some((post) => post.state === "intended")) return true;
    const artifact = artifactOf(view, job);
    if (artifact) return artifact.state !== "due" && artifact.post === undefined;
    const hasFailed = job.state === "failed" || job.state === "expired";
    return mine.length === 0 && result.awaited.includes(job.id) && hasFailed;
  });
}

function latePosts(view: BatchView, ordinal: number): Post[] {
  return view.posts.filter((post) => lateOf(post.kind)?.ordinal === ordinal);
}
