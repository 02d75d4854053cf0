import type { Clock } from "./clock.ts";

/**
 * How long files yield to answers. Most answers are given within this time; slower ones wait for something other than
 * this machine.
 */
export const GIVE_WAY_MS = 10;

/**
 * Gives answers priority over files. On a small machine, files of a hundred megabytes pass through the process that answers
 * people, and share two cores with its database. Without priority, an answer of a few milliseconds takes 50 % longer. A file is
 * hardly slowed down by the pause.
 */
export interface ReplyPriority {
  /** Records that a person waits for an answer, until the returned function is called, once. */
  take(): () => void;
  /**
   * Called before each chunk of a file. Undefined if it may continue. Otherwise, it resolves when the waiting people
   * have their answers, or after `GIVE_WAY_MS`: slower answers wait for something other than this processor. Files then
   * run for as long as they paused, however many people wait.
   */
  give(): Promise<void> | undefined;
}

/** `clock` must be the real clock, because this measures the real load of this machine. */
export function createReplyPriority(clock: Pick<Clock, "after" | "elapsed">): ReplyPriority {
  let held: Held | undefined;
  let freeUntil = Number.NEGATIVE_INFINITY;

  function hold(): Held {
    const { promise, resolve } = Promise.withResolvers<void>();
    const since = clock.elapsed();
    const end = (): void => {
      if (held !== mine) return;
      held = undefined;
      forget();
      freeUntil = 2 * clock.elapsed() - since;
      resolve();
    };
    const forget = clock.after(GIVE_WAY_MS, end);
    const mine: Held = { waiting: 0, over: promise, end };
    return mine;
  }

  return {
    take() {
      if (!held && clock.elapsed() >= freeUntil) held = hold();
      const mine = held;
      if (!mine) return () => undefined;
      mine.waiting++;
      return () => {
        if (--mine.waiting === 0) mine.end();
      };
    },
    give: () => held?.over,
  };
}

/** The state while files pause. */
interface Held {
  /** The number of people without an answer. */
  waiting: number;
  readonly over: Promise<void>;
  readonly end: () => void;
}
