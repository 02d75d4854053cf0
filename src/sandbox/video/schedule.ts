import type { Markers } from "../image/markers.ts";

/** A clip takes between these times at speed 1. */
const SANDBOX_CLIP_MS = { from: 5_000, to: 20_000 } as const;
/** How much of it a clip spends in the queue: long enough to be seen. */
const SANDBOX_CLIP_QUEUE_MS = 1_500;

/**
 * How long a new task waits and runs: 5 to 20 s in total at speed 1, derived from its seed; immediate at speed 0. `[slow]` and
 * `[queue]` are seconds at any speed. Times are Unix milliseconds of the sandbox's clock.
 */
export function scheduleClip(input: {
  readonly now: number;
  readonly seed: number;
  readonly speed: number;
  readonly markers: Markers;
}): { createdAt: number; startAt: number; endAt: number } {
  const { now, seed, speed, markers } = input;
  const usual = SANDBOX_CLIP_MS.from + (seed % (SANDBOX_CLIP_MS.to - SANDBOX_CLIP_MS.from + 1));
  const scale = (ms: number): number => (speed === 0 ? 0 : Math.round(ms / speed));
  const inMs = (seconds: number | undefined): number | undefined =>
    seconds === undefined ? undefined : Math.round(seconds * 1000);
  const whole = inMs(markers.slowSeconds) ?? scale(usual);
  const startAt = now + (inMs(markers.queueSeconds) ?? Math.min(scale(SANDBOX_CLIP_QUEUE_MS), Math.round(whole / 4)));
  return { createdAt: now, startAt, endAt: Math.max(now + whole, startAt) };
}
