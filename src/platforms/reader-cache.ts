import type { Clock } from "../lib/clock.ts";
import { createTtlCache } from "../lib/ttl-cache.ts";
import { encodeConversation, type Conversation } from "../core/chat/conversation.ts";

/** How long a reader's permission is cached. */
export const READER_MEMORY_MS = 5_000;
const READERS_REMEMBERED = 2_000;
/** If the platform does not answer in this time, the answer is no, because people are waiting. */
const READER_ASK_MS = 2_000;

/** Asks the platform whether a person may read a conversation. */
type AskReader = (conversation: Conversation, userId: string, signal: AbortSignal) => Promise<boolean>;

/**
 * Caches for seconds who may read what: a list of requests asks about the same few conversations repeatedly, but a person removed
 * from a channel must soon lose access. Concurrent callers share one query. Failures are not cached.
 */
export function rememberReaders(
  clock: Clock,
  ask: AskReader,
): (conversation: Conversation, userId: string) => Promise<boolean> {
  const answers = createTtlCache<boolean>(clock, { keptMs: READER_MEMORY_MS, max: READERS_REMEMBERED });
  return (conversation, userId) =>
    answers(JSON.stringify([encodeConversation(conversation), userId]), () =>
      ask(conversation, userId, AbortSignal.timeout(READER_ASK_MS)),
    );
}
