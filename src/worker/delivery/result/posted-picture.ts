import type { PostedFile } from "../../../core/chat/message.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";
import type { Job } from "../../../core/job/job-store.ts";
import { artifactOf } from "../batch-status.ts";

/** The message that shows a picture, and its place there. Undefined if it is not known yet, or no longer there. */
export function postedPicture(view: BatchView, job: Job): PostedFile | undefined {
  const artifact = artifactOf(view, job);
  const post = view.posts.find(({ kind, state }) => kind === artifact?.post && state === "posted");
  if (!artifact?.content || post?.messageId === undefined) return undefined;
  const shown = view.jobs.filter((other) => {
    const carried = artifactOf(view, other);
    return carried?.post === post.kind && carried.content !== undefined;
  });
  return {
    message: { conversation: view.batch.conversation, id: post.messageId },
    place: shown.indexOf(job),
    of: shown.length,
    mimeType: artifact.content.mimeType,
  };
}
