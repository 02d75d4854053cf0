import type { Clock } from "../../../lib/clock.ts";
import type { PersonId } from "../api/people.ts";

/** Messages are counted in windows of this length. */
const WINDOW_MS = 60_000;
/** Messages of one person per window: more than anyone types, and enough for a script. */
const CONSOLE_MESSAGES_PER_MINUTE = 1_000;
/** Characters in them: 25 of the longest messages, and a few megabytes of the database at most. */
const CONSOLE_CHARACTERS_PER_MINUTE = 1_000_000;

/** How fast people write: every message is a row that stays. Counted in this process. */
export interface MessagePace {
  /** Counts a message. False if it is too much, and then it doesn't count. */
  take(person: PersonId, characters: number): boolean;
}

export function createMessagePace(clock: Pick<Clock, "elapsed">): MessagePace {
  const windows = new Map<PersonId, { readonly since: number; messages: number; characters: number }>();
  return {
    take(person, characters) {
      const now = clock.elapsed();
      const last = windows.get(person);
      const window = last && now - last.since < WINDOW_MS ? last : { since: now, messages: 0, characters: 0 };
      windows.set(person, window);
      if (window.messages >= CONSOLE_MESSAGES_PER_MINUTE) return false;
      if (window.characters + characters > CONSOLE_CHARACTERS_PER_MINUTE) return false;
      window.messages += 1;
      window.characters += characters;
      return true;
    },
  };
}
