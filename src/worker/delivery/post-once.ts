import type { Conversation, MessageRef } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Message } from "../../core/chat/message.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { report } from "../../lib/steps.ts";
import { postKey } from "./result/reference.ts";
import type { BatchView, DeliveryStore, Post } from "../../core/delivery/delivery-store.ts";

export interface PostContext {
  readonly store: DeliveryStore;
  readonly platform: Platform;
  /** The post can be made smaller: that it is too large is for the caller, and not the end of it. */
  readonly mayShrink?: true;
  /** Where it is to stand, where that is not where its batch was asked for. */
  readonly conversation?: Conversation;
}

/**
 * Brings an intended post into the conversation exactly once: whoever tried before may have got it there, so it is looked
 * for first where the platform does not tell by itself. Undefined when it can't be delivered at all, which is stored.
 */
export async function postOnce(
  view: BatchView,
  post: Post,
  message: Message,
  context: PostContext,
  signal: AbortSignal,
): Promise<MessageRef | undefined> {
  const { store, platform } = context;
  const { batch } = view;
  const { conversation = batch.conversation } = context;
  const key = postKey(batch.id, post.kind);
  try {
    const existing = platform.capabilities.postOnce ? undefined : await platform.findPost(conversation, key, signal);
    report("post:before");
    const ref = existing ?? (await platform.post(conversation, message, key, signal));
    report("post:after");
    const noted = await store.postDone(batch.id, post.kind, "posted", { messageId: ref.id });
    report("post-id:after-commit");
    if (!noted) await takeBack(ref);
    return ref;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    if (context.mayShrink && error.failure === "too_large") throw error;
    await store.postDone(batch.id, post.kind, "undeliverable", { failure: error.failure });
    return undefined;
  }

  /** Whoever has taken the batch over ended it without this message, which would say for ever that it is under way. */
  async function takeBack(ref: MessageRef): Promise<void> {
    const now = await store.view(batch.id);
    const folded = now?.posts.find((known) => known.kind === post.kind);
    if (folded?.messageId !== ref.id) await platform.remove(ref);
  }
}
