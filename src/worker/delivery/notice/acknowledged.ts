import type { PlatformName } from "../../../core/chat/conversation.ts";
import type { Acknowledged } from "../../../core/chat/event.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import type { Clock } from "../../../lib/clock.ts";
import { NOTICE_AWAITED_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { retryUntilAvailable } from "../../../lib/retry-until-available.ts";
import type { DeliveryStore } from "../../../core/delivery/delivery-store.ts";

export interface AcknowledgedContext {
  readonly store: Pick<DeliveryStore, "noticeShown" | "acknowledged">;
  readonly platforms: ReadonlyMap<PlatformName, Platform>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Stores whether the platform accepted the acknowledgement of a request, by its key. A message that the platform showed
 * becomes the batch's notice; a message that came too late for that is removed. Never rejects: the request stays
 * accepted, and the batch's reconciler finds out by itself.
 */
export function createAcknowledged(
  context: AcknowledgedContext,
): (platform: PlatformName, eventKey: string, how: Acknowledged) => Promise<void> {
  const { store, platforms, log } = context;
  return async (name, eventKey, how) => {
    const platform = platforms.get(name);
    // This platform shows no message of its own that could be expected.
    if (how.kind === "heard" && !platform?.capabilities.findShown) return;
    try {
      const note = (): Promise<boolean> =>
        how.kind === "shown"
          ? store.noticeShown(name, eventKey, how.message.id)
          : store.acknowledged(name, eventKey, how.kind);
      const noted = await retryUntilAvailable(note, context, AbortSignal.timeout(NOTICE_AWAITED_MS));
      if (!noted && how.kind === "shown") await platform?.remove(how.message);
    } catch (error) {
      log.info({ event: eventKey, err: error }, "an acknowledgement could not be stored");
    }
  };
}
