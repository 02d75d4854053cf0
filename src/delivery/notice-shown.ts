import type { MessageRef, PlatformName } from "../chat/conversation.ts";
import type { Platform } from "../chat/platform.ts";
import type { Clock } from "../clock.ts";
import { NOTICE_AWAITED_MS } from "../limits.ts";
import type { Logger } from "../log.ts";
import { untilAnswered } from "../until-answered.ts";
import type { DeliveryStore } from "./store.ts";

export interface NoticeShownContext {
  readonly store: Pick<DeliveryStore, "noticeShown">;
  readonly platformNamed: (name: PlatformName) => Platform | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * A platform acknowledged what was accepted under a key with a message of its own: it becomes the batch's notice. One that came
 * too late for that is taken away. Never rejects: what was accepted stays so, and a notice is posted where none was noted.
 */
export function createNoticeShown(context: NoticeShownContext): (eventKey: string, shown: MessageRef) => Promise<void> {
  const { store, log } = context;
  return async (eventKey, shown) => {
    const { platform } = shown.conversation;
    try {
      const note = (): Promise<boolean> => store.noticeShown(platform, eventKey, shown.id);
      const noted = await untilAnswered(note, context, AbortSignal.timeout(NOTICE_AWAITED_MS));
      if (!noted) await context.platformNamed(platform)?.remove(shown);
    } catch (error) {
      log.warn({ event: eventKey, err: error }, "a notice was shown and could not be noted");
    }
  };
}
