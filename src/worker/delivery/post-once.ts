import type { Conversation, MessageRef } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Message } from "../../core/chat/message.ts";
import type { Platform } from "../../core/chat/platform.ts";
import type { Logger } from "../../lib/log/log.ts";
import { report } from "../../lib/crash-points.ts";
import { postKey } from "./result/post-key.ts";
import type { BatchView, DeliveryStore, Post } from "../../core/delivery/delivery-store.ts";

export interface PostContext {
  readonly store: DeliveryStore;
  readonly platform: Platform;
  readonly log: Logger;
  /** Set if the post can be made smaller. The caller then handles “too large”. */
  readonly mayShrink?: true;
  /** Where to post it, if not where its batch was requested. */
  readonly conversation?: Conversation;
}

/**
 * Posts an intended message exactly once. An earlier try may have succeeded, so its message is looked for first, unless the
 * platform itself prevents duplicates. Returns undefined, and stores that, if the message can't be delivered at all.
 */
export async function postOnce(
  view: BatchView,
  post: Post,
  message: Message,
  context: PostContext,
  signal: AbortSignal,
): Promise<MessageRef | undefined> {
  const { store, platform, log } = context;
  const { batch } = view;
  const { conversation = batch.conversation } = context;
  const key = postKey(batch.id, post.kind);
  const ids = { batch: batch.id, post: post.kind, platform: platform.name };
  try {
    const existing = platform.capabilities.postOnce ? undefined : await platform.findPost(conversation, key, signal);
    report("post:before");
    const ref = existing ?? (await platform.post(conversation, message, key, signal));
    report("post:after");
    const noted = await store.postDone(batch.id, post.kind, "posted", { messageId: ref.id });
    report("post-id:after-commit");
    if (noted) log.info(ids, "posted");
    else await takeBack(ref);
    return ref;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    if (context.mayShrink && error.failure === "too_large") throw error;
    await store.postDone(batch.id, post.kind, "undeliverable", { failure: error.failure });
    // No warning for a deleted channel: an operator can't bring it back.
    log[error.failure === "gone" ? "info" : "warn"]({ ...ids, failure: error.failure }, "a message can't be posted");
    return undefined;
  }

  /**
   * Another process has taken the batch over and ended it without this message, which would claim forever that the
   * batch is in progress.
   */
  async function takeBack(ref: MessageRef): Promise<void> {
    const now = await store.view(batch.id);
    const folded = now?.posts.find((known) => known.kind === post.kind);
    if (folded?.messageId !== ref.id) await platform.remove(ref);
  }
}
