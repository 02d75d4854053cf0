import type { Clock } from "../lib/clock.ts";

/** A clock that follows the database's time, independent of this machine's clock. */
export interface DatabaseClock extends Clock {
  /** Call with the database's current time, in milliseconds since the Unix epoch. */
  learn(nowMs: number): void;
}

/**
 * Stored times are the database's, so compare them with its time only: a local clock set an hour ahead would end jobs early, and
 * one set back would delay them. Uses the local clock until the database has reported its time.
 */
export function createDatabaseClock(clock: Clock): DatabaseClock {
  let aheadMs: number | undefined;
  return {
    now: () => (aheadMs === undefined ? clock.now() : aheadMs + clock.elapsed()),
    elapsed: () => clock.elapsed(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    after: (ms, act) => clock.after(ms, act),
    learn(nowMs) {
      aheadMs = nowMs - clock.elapsed();
    },
  };
}
