import type { Clock } from "./clock.ts";

/** Files give way to answers for so long. Most are given by then; what takes longer waits for another machine. */
export const GIVE_WAY_MS = 10;

/**
 * Lets answers go before files. Files of a hundred megabytes pass through the process that answers people, and on a small
 * machine through the same two processors as its database: an answer of some milliseconds takes half as long again while they
 * do. A file hardly notices such a while.
 */
export interface ReplyPriority {
  /** Somebody waits for an answer, until the function that comes back is called, which is to be done once. */
  take(): () => void;
  /**
   * Asked before each piece of a file. Undefined when it may go; else it resolves when those who wait have their answers, or
   * after `GIVE_WAY_MS`: what takes longer waits for something else than this processor. Files then have as long for
   * themselves as they gave way, however many ask.
   */
  give(): Promise<void> | undefined;
}

/** `clock`: a real one. It is about this machine's time, whatever time it is elsewhere. */
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

/** While files give way. */
interface Held {
  /** How many have no answer yet. */
  waiting: number;
  readonly over: Promise<void>;
  readonly end: () => void;
}
