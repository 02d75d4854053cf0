import type { Markers } from "./markers.ts";

/** A picture takes between these times at speed 1. */
const SANDBOX_PICTURE_MS = { from: 1_000, to: 4_000 } as const;

/** The times of a new job, Unix milliseconds of the sandbox's clock. */
export interface Schedule {
  readonly createdAt: number;
  readonly startAt: number;
  readonly endAt: number;
}

/** Milliseconds in the queue: one unit, and a little more for every job ahead. */
const QUEUE_MS = 250;
const QUEUE_PLACE_MS = 120;

/**
 * How long a job waits and runs: 1 to 4 s in total at speed 1, derived from its seed; immediate at speed 0. `[slow]` and
 * `[queue]` are seconds at any speed, so that a test at speed 0 can still hold a job.
 */
export function schedule(input: {
  readonly now: number;
  readonly seed: number;
  readonly place: number;
  readonly speed: number;
  readonly markers: Markers;
}): Schedule {
  const { now, seed, place, speed, markers } = input;
  const span = SANDBOX_PICTURE_MS.to - SANDBOX_PICTURE_MS.from;
  const usual = SANDBOX_PICTURE_MS.from + (seed % (span + 1));
  const scale = (ms: number): number => (speed === 0 ? 0 : Math.round(ms / speed));
  const queue =
    markers.queueSeconds === undefined
      ? scale(Math.min(usual / 2, QUEUE_MS + QUEUE_PLACE_MS * place))
      : Math.round(markers.queueSeconds * 1000);
  const whole = markers.slowSeconds === undefined ? scale(usual) : Math.round(markers.slowSeconds * 1000);
  const startAt = now + queue;
  return { createdAt: now, startAt, endAt: Math.max(now + whole, startAt) };
}
