import type { Clock } from "../../lib/clock.ts";
import { encodeConversation, type Conversation } from "./conversation.ts";

/** How long a reader's permission is cached: a list asks often, but somebody who was removed must soon stop reading. */
export const READER_MEMORY_MS = 5_000;
const READERS_REMEMBERED = 2_000;
/** If the platform does not answer in this time, the answer is no: people are waiting. */
const READER_ASK_MS = 2_000;

/** Asks the platform whether somebody may read a conversation. */
type AskReader = (conversation: Conversation, userId: string, signal: AbortSignal) => Promise<boolean>;

/**
 * Caches for seconds who may read what: a list of requests asks about the same few conversations repeatedly, but somebody who was
 * removed from a channel must soon stop reading. Concurrent callers share one query. Failures are not cached.
 */
export function rememberReaders(
  clock: Clock,
  ask: AskReader,
): (conversation: Conversation, userId: string) => Promise<boolean> {
  const known = new Map<string, { readonly since: number; readonly answer: Promise<boolean> }>();
  return async (conversation, userId) => {
    const key = JSON.stringify([encodeConversation(conversation), userId]);
    const now = clock.elapsed();
    const remembered = known.get(key);
    if (remembered && now - remembered.since < READER_MEMORY_MS) return remembered.answer;
    const answer = ask(conversation, userId, AbortSignal.timeout(READER_ASK_MS));
    known.delete(key);
    known.set(key, { since: now, answer });
    const [oldest] = known.keys();
    if (known.size > READERS_REMEMBERED && oldest !== undefined) known.delete(oldest);
    try {
      return await answer;
    } catch (error) {
      if (known.get(key)?.answer === answer) known.delete(key);
      throw error;
    }
  };
}
