import { sleepOn, type Clock } from "../../src/lib/clock.ts";

/** A clock that moves only when the test advances it. */
export interface ManualClock extends Clock {
  /** Advances the clock and wakes each sleeper whose time has come, in order. */
  advance(ms: number): void;
  /** Sets the wall clock's error; nothing else changes. */
  setWrong(ms: number): void;
  /** The number of sleepers. */
  sleepers(): number;
}

interface Sleeper {
  readonly until: number;
  wake(): void;
}

export function createManualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let nowMs = startMs;
  let wrongMs = 0;
  const asleep = new Set<Sleeper>();
  const after: Clock["after"] = (ms, act) => {
    const sleeper: Sleeper = {
      until: nowMs + ms,
      wake() {
        if (asleep.delete(sleeper)) act();
      },
    };
    asleep.add(sleeper);
    return () => void asleep.delete(sleeper);
  };
  return {
    now: () => nowMs + wrongMs,
    elapsed: () => nowMs,
    sleep: sleepOn(after),
    after,
    advance(ms) {
      nowMs += ms;
      const due = [...asleep].filter((sleeper) => sleeper.until <= nowMs);
      for (const sleeper of due.toSorted((a, b) => a.until - b.until)) sleeper.wake();
    },
    setWrong(ms) {
      wrongMs = ms;
    },
    sleepers: () => asleep.size,
  };
}
