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
  const limit = (await maxFileBytesIn?.(view.batch.conversation)) ?? maxFileBytes;
  for (const maxBytes of [limit, Math.min(SMALLEST_FILE_LIMIT_BYTES, Math.floor(limit / 2))]) {
    const message = compose(await planAttachments(view, post.kind, { maxBytes, opensLocalLinks }, signal));
    const hasFiles = (message.files?.length ?? 0) > 0;
    try {
      return await postOnce(view, post, message, { ...context, ...(hasFiles ? { mayShrink: true } : {}) }, signal);
    } catch (error) {
      if (!hasFiles || !(error instanceof PlatformError) || error.failure !== "too_large") throw error;
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
