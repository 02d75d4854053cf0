import type { Message } from "../../../core/chat/message.ts";
import { DISCORD_WITHHELD, DISCORD_WITHHELD_BYTES } from "../limits.ts";

/** Answers that wait in memory until their person looks at them. The oldest go first where there are too many, or too large ones. */
export interface KeptAnswers {
  /** `messageId`: the message that is answered, `userId`: whose it is. */
  keep(messageId: string, userId: string, answer: Message): void;
  /** The answer to a message; undefined once it has gone, and for anybody but its person. */
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
