import type { Clock } from "../lib/clock.ts";

/**
 * The sandbox's own time: another clock plus an offset that `POST /sandbox/clock` advances, so that 72 hours pass in an
 * instant. Only `now` is offset; a sleep keeps its length, and sleepers are woken when the time jumps.
 */
export interface SandboxClock extends Omit<Clock, "after"> {
  /** Milliseconds that this clock is ahead of the one below it. */
  offset(): number;
}

export function createSandboxClock(base: Clock, offset: () => number): SandboxClock {
  return {
    offset,
    now: () => base.now() + offset(),
    elapsed: () => base.elapsed(),
    sleep: (ms, signal) => base.sleep(ms, signal),
  };
}
