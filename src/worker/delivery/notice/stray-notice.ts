import { backoff } from "../../../lib/backoff.ts";
import { POST_BACKOFF_CAP_MS, POST_BACKOFF_MS } from "../../../lib/limits.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import type { BatchView, DeliveryStore } from "../../../core/delivery/delivery-store.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { postKey } from "../result/post-key.ts";

/**
 * Attempts to find a notice that may have arrived too late. A leftover notice is only untidy, and a stopping process
 * waits for this.
 */
const STRAY_NOTICE_TRIES = 3;

export interface StrayNoticeContext {
  readonly store: Pick<DeliveryStore, "view">;
  readonly platformOf: (view: BatchView) => Platform | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Removes a notice that reached the conversation after its batch had ended. This happens when the process that posted
 * it was frozen, or never learned whether it arrived, so the process that ended the batch could not know about it.
 * Never rejects.
 */
export async function clearStrayNotice(
  batchId: string,
  { store, platformOf, clock, random, log }: StrayNoticeContext,
): Promise<void> {
  for (let tries = 0; tries < STRAY_NOTICE_TRIES; tries++) {
    try {
      const view = await store.view(batchId);
      const notice = view?.posts.find((post) => post.kind === "notice");
      // Otherwise, another process may still have the batch, and finds the notice by its key.
      if (!view || notice?.state !== "folded") return;
      const platform = platformOf(view);
      const ref = await platform?.findPost(view.batch.conversation, postKey(batchId, "notice"));
      if (ref && ref.id !== notice.messageId) await platform?.remove(ref);
      return;
    } catch (error) {
      log.info({ batch: batchId, err: error }, "a notice may be left over");
      await clock.sleep(backoff(tries, POST_BACKOFF_MS, POST_BACKOFF_CAP_MS, random));
    }
  }
}
