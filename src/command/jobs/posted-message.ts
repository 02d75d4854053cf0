import type { MessageRef } from "../../core/chat/conversation.ts";
import type { BatchView, Post } from "../../core/delivery/delivery-store.ts";
import type { Batch } from "../../core/job/job-store.ts";
import { postFor } from "../../worker/delivery/batch-status.ts";

/** Who is led to a message. What was sent to the requester directly leads nobody else anywhere. */
export type Reader = "requester" | "anyone";

export function readerOf({ requesterId }: Pick<Batch, "requesterId">, actor: { readonly userId: string }): Reader {
  return requesterId === actor.userId ? "requester" : "anyone";
}

/** The message with a request's result, or else its notice. Undefined if neither is there. */
export function postedMessage(view: BatchView, reader: Reader): MessageRef | undefined {
  const result = postFor(view, "result");
  const notice = view.posts.find(({ kind }) => kind === "notice");
  // Earlier versions did not store where a direct message is.
  const isTheirs = result?.kind !== "direct" || (reader === "requester" && result.conversation !== undefined);
  if (result?.state === "posted" && isTheirs) return refTo(result);
  // The last word about a refused result stays; other notices go away with the result.
  const stays = result?.kind === "direct" || result?.state === "undeliverable";
  return notice?.state === "posted" || stays ? refTo(notice) : undefined;

  function refTo(post: Post | undefined): MessageRef | undefined {
    if (post?.messageId === undefined) return undefined;
    return { conversation: post.conversation ?? view.batch.conversation, id: post.messageId };
  }
}
