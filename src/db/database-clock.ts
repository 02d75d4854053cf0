import type { Clock } from "../lib/clock.ts";

/** A clock that tells the time of the database, whatever the clock on this machine's wall says. */
export interface DatabaseClock extends Clock {
  /** The database just said that it is so late. Milliseconds since the Unix epoch. */
  learn(nowMs: number): void;
}

/**
 * Moments that are written down are the database's, so they are compared with its time alone: a wall clock that is set an hour
 * forward would end jobs early, one set back would hold them up. Until the database has said what time it is, the wall's.
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
