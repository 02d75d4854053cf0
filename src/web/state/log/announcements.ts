import type { MessageView } from "../../../platforms/console/api/api.ts";
import { plainWords } from "../rich-text.ts";

/** Longer texts are cut: all of it is in the list of messages. */
const SPOKEN_CHARACTERS = 300;
/** Messages that are read out at once. After a break of the connection, many may arrive together. */
const SPOKEN_MESSAGES = 3;

/** What has been read out so far, or was there when the channel was opened. */
export interface Heard {
  /** The position of the newest message. */
  readonly upTo: number;
  /** The messages that still show progress. They are read out again when they are done. */
  readonly working: ReadonlySet<string>;
}

/**
 * What is read out to people who don't see the page: other people's and Easel's messages when they arrive, and results
 * when they are done. Nothing when `before` is undefined, because the channel has just been opened. Older messages that
 * are loaded later, and ticking times, are not read out; nor what arrives while an older part of the log is shown: `newest` is the
 * position of the newest message, shown or not.
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
