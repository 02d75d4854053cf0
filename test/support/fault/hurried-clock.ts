import { POLL_JITTER } from "../../../src/worker/watch/watcher.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { VIDEO_POLL_MS } from "../../../src/lib/limits.ts";

/** How long a poll waits with this clock. */
const HURRIED_MS = 100;

/**
 * The system's clock with shorter polls: clips are polled often instead of every 15 s. Deadlines of calls stay the same, so that
 * a busy machine doesn't look like a silent gateway.
 */
export const hurriedClock: Clock = {
  now: () => systemClock.now(),
  elapsed: () => systemClock.elapsed(),
  sleep: (ms, signal) => systemClock.sleep(isPoll(ms) ? HURRIED_MS : ms, signal),
  after: (ms, act) => systemClock.after(isPoll(ms) ? HURRIED_MS : ms, act),
};

/** The hurried clock, with shorter waits between tries as well. The number of tries stays the same. */
export const impatientClock: Clock = {
  ...hurriedClock,
  sleep: (ms, signal) => hurriedClock.sleep(Math.min(ms, HURRIED_MS), signal),
};

function isPoll(ms: number): boolean {
  return Math.abs(ms - VIDEO_POLL_MS) <= VIDEO_POLL_MS * POLL_JITTER;
}
