import type { MessageView } from "../../../platforms/console/api/api.ts";
import { plainWords } from "../rich-text.ts";

/** Longer texts are cut: the whole text is in the list of messages. */
const SPOKEN_CHARACTERS = 300;
/** The most messages that are read together. Many may arrive after a lost connection. */
const SPOKEN_MESSAGES = 3;

/** The messages that were read so far, or were present when the channel was opened. */
export interface Heard {
  /** The position of the newest message. */
  readonly upTo: number;
  /** The messages that still show progress. They are read again when they are done. */
  readonly working: ReadonlySet<string>;
}

/**
 * The words for screen readers to read: other people's and Easel's messages when they arrive, and results when they are done.
 * Empty if `before` is undefined, because the channel has just been opened. Older messages that load later, ticking times, and
 * messages that arrive while an older part of the log is shown are not read. `newest`: the position of the newest message, shown
 * or not.
 */
export function listen(
  before: Heard | undefined,
  messages: readonly MessageView[],
  person: string,
  newest = messages.at(-1)?.position ?? 0,
): { readonly heard: Heard; readonly words: string } {
  const heard = {
    upTo: Math.max(before?.upTo ?? 0, newest),
    working: new Set(messages.flatMap(({ id, progress }) => (progress ? [id] : []))),
  };
  if (!before) return { heard, words: "" };
  const news = messages.filter(
    ({ id, author, position, progress }) =>
      author.id !== person && (position > before.upTo || (before.working.has(id) && !progress)),
  );
  return { heard, words: news.slice(-SPOKEN_MESSAGES).map(spoken).join("\n") };
}

function spoken(message: MessageView): string {
  const words = plainWords(message) || message.quote || message.files[0]?.description || "";
  return `${message.author.name}: ${words.slice(0, SPOKEN_CHARACTERS)}`;
}
