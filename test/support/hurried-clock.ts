import { type Clock, systemClock } from "../../src/clock.ts";

/** Nobody sleeps longer than this on it. */
const LONGEST_MS = 100;

/** The system's clock for people in a hurry: waits that are meant for a gateway far away end early. */
export const hurriedClock: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, LONGEST_MS), signal),
};
