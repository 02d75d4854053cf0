import { PlatformError } from "../../../core/chat/errors.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import { NOTICE_AWAITED_MS } from "../../../lib/limits.ts";
import { isRetry } from "../../../core/job/recovery/recoveries.ts";
import type { BatchView, DeliveryStore } from "../../../core/delivery/delivery-store.ts";

/**
 * Milliseconds for which the outcome of the acknowledgement, and the platform's message for it, may still become known. Nothing
 * is posted until then: that message becomes the notice, and the result must know whether the requester saw an error. A request
 * made in a message has no such message; its notice replies to the request.
 */
export function shownAwaitedMs(view: BatchView, platform: Platform, now: number): number {
  const { createdAt, acknowledged } = view.batch;
  if (acknowledged !== undefined || !isMissing(view, platform)) return 0;
  return Math.max(0, createdAt.getTime() + NOTICE_AWAITED_MS - now);
}

/**
 * Whether the platform may show a message that is not stored, because the process that should have stored it died or
 * never learned of it.
 */
export function mayBeShown(view: BatchView, platform: Platform): boolean {
  return view.batch.acknowledged !== "heard" && isMissing(view, platform);
}

/**
 * Looks for the platform's own message in the conversation and stores it as the notice. If there is none, the platform did not
 * accept the acknowledgement, which is stored instead.
 */
export async function noteShown(
  { batch }: BatchView,
  { store, platform }: { readonly store: DeliveryStore; readonly platform: Platform },
  signal: AbortSignal,
): Promise<void> {
  const { eventKey, conversation } = batch;
  const found = await platform.capabilities.findShown?.(conversation, eventKey, signal).catch((error: unknown) => {
    // A message in a conversation that we can't read couldn't be edited either.
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    return undefined;
  });
  if (found) await store.noticeShown(conversation.platform, eventKey, found.id);
  else await store.acknowledged(conversation.platform, eventKey, "unheard");
}

function isMissing({ batch, posts }: BatchView, { capabilities }: Platform): boolean {
  if (!capabilities.findShown || batch.requestMessage !== undefined) return false;
  // A retried batch was not started by an interaction, so the platform shows neither an acknowledgement nor an error.
  if (isRetry(batch.eventKey)) return false;
  const notice = posts.find((post) => post.kind === "notice");
  return notice === undefined || (notice.state === "intended" && notice.messageId === undefined);
}
