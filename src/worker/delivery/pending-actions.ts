import type { AttachmentPlan } from "./result/attachment-plan.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import type { PlanAttachments } from "./result/fit-attachments.ts";
import { postFitted } from "./result/post-fitted.ts";
import type { PostContext } from "./post-once.ts";
import { postKey } from "./result/post-key.ts";
import type { BatchView, Post } from "../../core/delivery/delivery-store.ts";
import { parentOf } from "./result/parent.ts";
import { undoMessage } from "./result/undo.ts";

/**
 * Performs members' actions on a batch that has its result: deletes messages, and reposts the picture that an undone
 * edit was made from. Both are stored before this is called, so any process can do it, and repeating it changes
 * nothing.
 */
export async function runPendingActions(
  view: BatchView,
  context: PostContext & { readonly planAttachments: PlanAttachments; readonly canAnimate: boolean },
  media: MediaStore,
  signal: AbortSignal,
): Promise<void> {
  for (const post of view.posts) if (post.state === "removing") await removePost(view, post, context, signal);
  const undo = view.posts.find((post) => post.kind === "undo");
  if (undo?.state !== "intended") return;
  const parent = await parentOf(view, context.store);
  const compose = (attachmentPlan: AttachmentPlan) =>
    undoMessage(view, parent, media, attachmentPlan, context.canAnimate);
  await postFitted(view, undo, compose, context, signal);
}

async function removePost(
  { batch }: BatchView,
  post: Post,
  { store, platform }: PostContext,
  signal: AbortSignal,
): Promise<void> {
  const { conversation } = batch;
  // Only the platform knows about a message that was posted just before a crash.
  const ref =
    post.messageId === undefined
      ? await platform.findPost(conversation, postKey(batch.id, post.kind), signal)
      : { conversation, id: post.messageId };
  try {
    if (ref) await platform.remove(ref, signal);
  } catch (error) {
    // A message that the platform will never let us delete must not hold up the rest.
    if (!(error instanceof PlatformError) || error.retryable) throw error;
  }
  await store.postDone(batch.id, post.kind, "removed", {});
}
