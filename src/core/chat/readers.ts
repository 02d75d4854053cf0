import type { Clock } from "../../lib/clock.ts";
import { encodeConversation, type Conversation } from "./conversation.ts";

/** How long it is remembered who may read a conversation: a list asks often, and who is put out must not read on for long. */
export const READER_MEMORY_MS = 5_000;
const READERS_REMEMBERED = 2_000;
/** A platform that does not say in this time who may read is taken for one that says no: people wait for an answer. */
const READER_ASK_MS = 2_000;

/** Asks the platform whether somebody may read a conversation. */
type AskReader = (conversation: Conversation, userId: string, signal: AbortSignal) => Promise<boolean>;

/**
 * Remembers for seconds who may read what: a list of requests asks for the same few conversations again and again, but somebody who
 * was put out of a channel must not read on for long. Those who ask at once share one question. A failure is not remembered.
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
