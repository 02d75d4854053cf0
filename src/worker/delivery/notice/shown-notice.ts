import { PlatformError } from "../../../core/chat/errors.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import { NOTICE_AWAITED_MS } from "../../../lib/limits.ts";
import type { BatchView, DeliveryStore } from "../../../core/delivery/delivery-store.ts";

/**
 * Milliseconds for which it may still become known how the platform took the acknowledgement, and whether it shows a message
 * for it. Until then nothing is posted: that message is the notice, and a result must know whether the requester was told that
 * the request failed. Where a message asked there is no such message: the notice replies to that one.
 */
export function shownAwaitedMs(view: BatchView, platform: Platform, now: number): number {
  const { createdAt, acknowledged } = view.batch;
  if (acknowledged !== undefined || !isMissing(view, platform)) return 0;
  return Math.max(0, createdAt.getTime() + NOTICE_AWAITED_MS - now);
}

/** Might the platform show a message that is not noted? Whoever was to note it may have died, or never heard of it. */
export function mayBeShown(view: BatchView, platform: Platform): boolean {
  return view.batch.acknowledged !== "heard" && isMissing(view, platform);
}

/**
 * Looks in the conversation for the platform's own message and notes it as the notice. Where there is none the platform did not
 * take the acknowledgement, which is noted instead.
 */
export async function noteShown(
  { batch }: BatchView,
  { store, platform }: { readonly store: DeliveryStore; readonly platform: Platform },
  signal: AbortSignal,
): Promise<void> {
  const { eventKey, conversation } = batch;
  const found = await platform.capabilities.findShown?.(conversation, eventKey, signal).catch((error: unknown) => {
    // Where we can't look we can't edit either.
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    return undefined;
  });
  if (found) await store.noticeShown(conversation.platform, eventKey, found.id);
  else await store.acknowledged(conversation.platform, eventKey, "unheard");
}

function isMissing({ batch, posts }: BatchView, { capabilities }: Platform): boolean {
  if (!capabilities.findShown || batch.requestMessage !== undefined) return false;
  const notice = posts.find((post) => post.kind === "notice");
  return notice === undefined || (notice.state === "intended" && notice.messageId === undefined);
}
