import { POLL_JITTER } from "../../../src/worker/watch/watcher.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { VIDEO_POLL_MS } from "../../../src/lib/limits.ts";

/** So long a poll waits on it. */
const HURRIED_MS = 100;

/**
 * The system's clock for people in a hurry: clips are looked at often instead of every 15 s. What limits a call stays as it
 * is: a machine that is busy must not look like a gateway that gives no answer.
 */
export const hurriedClock: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(isPoll(ms) ? HURRIED_MS : ms, signal),
  after: (ms, act) => systemClock.after(isPoll(ms) ? HURRIED_MS : ms, act),
};

function isPoll(ms: number): boolean {
  return Math.abs(ms - VIDEO_POLL_MS) <= VIDEO_POLL_MS * POLL_JITTER;
}
