import { backoff } from "../../../lib/backoff.ts";
import { POST_BACKOFF_CAP_MS, POST_BACKOFF_MS } from "../../../lib/limits.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import type { BatchView, DeliveryStore } from "../../../core/delivery/delivery-store.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { postKey } from "../result/reference.ts";

/** Looks for a notice that may have come too late: it is no more than untidy, and a stop waits for it. */
const STRAY_NOTICE_TRIES = 3;

export interface StrayNoticeContext {
  readonly store: Pick<DeliveryStore, "view">;
  readonly platformOf: (view: BatchView) => Platform | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Takes away a notice that came into the conversation after its batch had ended: who posted it was frozen meanwhile, or never
 * heard whether it got there, and whoever ended the batch could not know of it. Never rejects.
 */
export async function clearStrayNotice(
  batchId: string,
  { store, platformOf, clock, random, log }: StrayNoticeContext,
): Promise<void> {
  for (let tries = 0; tries < STRAY_NOTICE_TRIES; tries++) {
    try {
      const view = await store.view(batchId);
      const notice = view?.posts.find((post) => post.kind === "notice");
      // Who still has the batch finds it by its key.
      if (!view || notice?.state !== "folded") return;
      const platform = platformOf(view);
      const ref = await platform?.findPost(view.batch.conversation, postKey(batchId, "notice"));
      if (ref && ref.id !== notice.messageId) await platform?.remove(ref);
      return;
    } catch (error) {
      log.warn({ batch: batchId, err: error }, "a notice may be left over");
      await clock.sleep(backoff(tries, POST_BACKOFF_MS, POST_BACKOFF_CAP_MS, random));
    }
  }
}
