import type { Message } from "../../../core/chat/message.ts";
import { DISCORD_WITHHELD, DISCORD_WITHHELD_BYTES } from "../limits.ts";

/**
 * Answers kept in memory until their person opens them. If there are too many, or they take too much memory, the oldest are
 * dropped.
 */
export interface KeptAnswers {
  /** `messageId` is the message that the answer belongs to; `userId` is the person who may see it. */
  keep(messageId: string, userId: string, answer: Message): void;
  /** The answer to a message. Undefined for anyone but its person, and once it has been dropped. */
  of(messageId: string, userId: string): Message | undefined;
}

export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, { readonly userId: string; readonly answer: Message; readonly bytes: number }>();
  let total = 0;
  const drop = (messageId: string): void => {
    total -= kept.get(messageId)?.bytes ?? 0;
    kept.delete(messageId);
  };
  return {
    keep(messageId, userId, answer) {
      drop(messageId);
      const bytes = (answer.files ?? []).reduce((sum, file) => sum + file.bytes, 0);
      kept.set(messageId, { userId, answer, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (kept.size <= DISCORD_WITHHELD && total <= DISCORD_WITHHELD_BYTES) break;
        drop(oldest);
      }
    },

    of(messageId, userId) {
      const found = kept.get(messageId);
      return found?.userId === userId ? found.answer : undefined;
    },
  };
}
