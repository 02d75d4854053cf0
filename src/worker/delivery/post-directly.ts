import { PlatformError } from "../../core/chat/errors.ts";
import type { Platform } from "../../core/chat/platform.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import { textsFor } from "../../text/texts.ts";
import type { PlanAttachments } from "./result/fit-attachments.ts";
import { refusalText } from "./refusal-text.ts";
import { shownParent } from "./result/parent.ts";
import { postKey } from "./result/post-key.ts";
import { resultMessage } from "./result/result.ts";
import { asIntended } from "./batch-status.ts";
import type { BatchView, DeliveryStore } from "../../core/delivery/delivery-store.ts";

export interface PostDirectlyContext {
  readonly store: DeliveryStore;
  readonly platform: Platform;
  readonly log: Logger;
  readonly planAttachments: PlanAttachments;
  readonly media: MediaStore;
  readonly canAnimate: boolean;
}

/** Buttons that act on the result's message in its conversation. */
const NEEDS_CONVERSATION = /^(?:delete|undo):/;

/**
 * Falls back to a direct message to the requester, once, if the result's conversation refuses it for good: Easel was removed from
 * it, or it no longer exists. Does nothing if that conversation is the closed direct one itself. Returns whether anything
 * changed, so that the batch must be read again.
 */
export async function postDirectly(
  view: BatchView,
  { store, platform, log, planAttachments, media, canAnimate }: PostDirectlyContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { batch } = view;
  const result = view.posts.find(({ kind }) => kind === "result");
  if (result?.state !== "undeliverable" || result.failure === "closed" || !platform.capabilities.direct) return false;
  const post = view.posts.find(({ kind }) => kind === "direct");
  if (!post) {
    await store.intendPost(view, "direct", []);
    return true;
  }
  if (post.state !== "intended") return false;
  const { maxFileBytes: maxBytes, opensLocalLinks } = platform.capabilities;
  const attachmentPlan = await planAttachments(view, "result", { maxBytes, opensLocalLinks }, signal);
  const said = asIntended(view, result);
  const {
    replyTo: _replyTo,
    buttons = [],
    ...message
  } = resultMessage(said, "result", media, attachmentPlan, canAnimate, await shownParent(view, store));
  const say = textsFor(batch.locale).delivery;
  const directMessage = {
    ...message,
    text: [say.directly(await refusalText(view, result, platform.capabilities)), message.text].join("\n"),
    buttons: buttons.filter(({ id }) => !NEEDS_CONVERSATION.test(id)),
  };
  try {
    const ref = await platform.direct(
      batch.conversation,
      batch.requesterId,
      directMessage,
      postKey(batch.id, post.kind),
      signal,
    );
    if (ref) {
      const { conversation, id: messageId } = ref;
      await store.postDone(batch.id, post.kind, "posted", { messageId, conversation });
    } else await store.postDone(batch.id, post.kind, "undeliverable", { failure: "closed" });
    if (ref) log.info({ batch: batch.id, post: post.kind, platform: platform.name }, "posted");
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    await store.postDone(batch.id, post.kind, "undeliverable", { failure: error.failure });
  }
  return true;
}
