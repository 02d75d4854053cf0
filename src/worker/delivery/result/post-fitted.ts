import type { AttachmentPlan } from "./attachment-plan.ts";
import type { MessageRef } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Message } from "../../../core/chat/message.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../../lib/limits.ts";
import type { PlanAttachments } from "./fit-attachments.ts";
import { postOnce, type PostContext } from "../post-once.ts";
import type { BatchView, Post } from "../../../core/delivery/delivery-store.ts";

/**
 * Posts a message with its files made small enough for the conversation. If the platform still finds them too large, they are
 * made smaller once more, and finally linked.
 */
export async function postFitted(
  view: BatchView,
  post: Post,
  compose: (attachmentPlan: AttachmentPlan) => Message,
  context: PostContext & { readonly planAttachments: PlanAttachments },
  signal: AbortSignal,
): Promise<MessageRef | undefined> {
  const { planAttachments, platform } = context;
  const { maxFileBytes, maxFileBytesIn, opensLocalLinks } = platform.capabilities;
  const limitHere = async (): Promise<number> => (await maxFileBytesIn?.(view.batch.conversation)) ?? maxFileBytes;
  const first = await limitHere();
  const tries = [
    () => first,
    // The limit may have dropped since the platform was asked.
    async () => Math.min(first, await limitHere()),
    () => Math.min(SMALLEST_FILE_LIMIT_BYTES, Math.floor(first / 2)),
  ];
  let refused = Number.POSITIVE_INFINITY;
  for (const next of tries) {
    const maxBytes = await next();
    if (maxBytes >= refused) continue;
    const message = compose(await planAttachments(view, post.kind, { maxBytes, opensLocalLinks }, signal));
    const hasFiles = (message.files?.length ?? 0) > 0;
    try {
      return await postOnce(view, post, message, { ...context, ...(hasFiles ? { mayShrink: true } : {}) }, signal);
    } catch (error) {
      if (!hasFiles || !(error instanceof PlatformError) || error.failure !== "too_large") throw error;
      refused = maxBytes;
    }
  }
  return postOnce(
    view,
    post,
    compose(await planAttachments(view, post.kind, { maxBytes: 0, opensLocalLinks }, signal)),
    context,
    signal,
  );
}
