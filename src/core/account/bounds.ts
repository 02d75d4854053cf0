import { EaselError } from "../../lib/errors.ts";
import { DEFAULT_CONSOLE_CHANNELS, DEFAULT_UPLOAD_MIB } from "../../lib/limits.ts";
import type { EffectivePolicy } from "./policy/policy.ts";
import type { Scope } from "./policy/scope.ts";

/** Bounds of one member where no rule sets others: all of a usual key, and half of one with the most slots. */
export const DEFAULT_JOBS_AT_ONCE = 100;
/** A hundred requests of ten pictures; every waiting job is a row, and a member who means more can ask again. */
export const DEFAULT_JOBS_WAITING = 1_000;

/** What one member may take of what everybody shares, where no scope sets a bound. A bound that is set may also be higher. */
const DEFAULT_BOUNDS = {
  jobsAtOnce: DEFAULT_JOBS_AT_ONCE,
  jobsWaiting: DEFAULT_JOBS_WAITING,
  uploadMib: DEFAULT_UPLOAD_MIB,
  consoleChannels: DEFAULT_CONSOLE_CHANNELS,
} as const;

export type BoundKey = keyof typeof DEFAULT_BOUNDS;

/** `scope`: who set it; undefined for Easel's default. */
export interface Bound {
  readonly value: number;
  readonly scope: Scope | undefined;
}

/** Is it a setting with a default that bounds each member? */
export function isBound(key: string): key is BoundKey {
  return Object.hasOwn(DEFAULT_BOUNDS, key);
}

/** What holds where no scope sets it. */
export function defaultOf(key: BoundKey): number {
  return DEFAULT_BOUNDS[key];
}

/** The bound that holds for a member; without a policy the default. */
export function boundOf(policy: Pick<EffectivePolicy, BoundKey> | undefined, key: BoundKey): Bound {
  return policy?.[key] ?? { value: DEFAULT_BOUNDS[key], scope: undefined };
}

/** The member has too many jobs waiting; nothing of the request was accepted. */
export class TooManyWaitingError extends EaselError {
  /** How many wait, without those of the request. */
  readonly waiting: number;

  constructor(waiting: number) {
    super("too_many_waiting", `${waiting} jobs of the member wait already`);
    this.waiting = waiting;
  }
}
