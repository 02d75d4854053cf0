import type { PostedFile } from "../../../core/chat/message.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";
import type { Job } from "../../../core/job/job-store.ts";
import { artifactOf, postFor } from "../batch-status.ts";

/**
 * The message that shows a picture, and the picture's place in it. Undefined if the message is not known yet or no longer there.
 * A direct message to the requester is returned only for the requester.
 */
export function postedPicture(
  view: BatchView,
  job: Job,
  reader: "requester" | "anyone" = "anyone",
): PostedFile | undefined {
  const artifact = artifactOf(view, job);
  const post = postFor(view, artifact?.post);
  if (!artifact?.content || post?.state !== "posted" || post.messageId === undefined) return undefined;
  // Earlier versions did not store where a direct message is.
  if (post.kind === "direct" && (reader !== "requester" || post.conversation === undefined)) return undefined;
  const { conversation = view.batch.conversation } = post;
  const shown = view.jobs.filter((other) => {
    const carried = artifactOf(view, other);
    return carried?.content !== undefined && carried.post === artifact.post;
  });
  return {
    message: { conversation, id: post.messageId },
    place: shown.indexOf(job),
    of: shown.length,
    mimeType: artifact.content.mimeType,
  };
}
