import { EaselError } from "../../lib/errors.ts";
import type { EffectivePolicy } from "./policy/policy.ts";
import type { Scope } from "./policy/scope.ts";

/** More channels than a person can keep track of. */
export const DEFAULT_CONSOLE_CHANNELS = 50;

/** Unsent uploads: room for four of the largest files. A smaller file counts as one MiB, because each is a row. */
export const DEFAULT_UPLOAD_MIB = 2_048;

/** Default limit of a member's concurrent jobs: more than a key's default slots, half of the maximum. */
export const DEFAULT_JOBS_AT_ONCE = 100;
/** A hundred requests of ten pictures. Every waiting job is a row, and a member who needs more can ask again. */
export const DEFAULT_JOBS_WAITING = 1_000;

/** A member's share of common resources if no scope sets a bound. Admins can set a higher bound, too. */
const DEFAULT_BOUNDS = {
  jobsAtOnce: DEFAULT_JOBS_AT_ONCE,
  jobsWaiting: DEFAULT_JOBS_WAITING,
  uploadMib: DEFAULT_UPLOAD_MIB,
  consoleChannels: DEFAULT_CONSOLE_CHANNELS,
} as const;

export type BoundKey = keyof typeof DEFAULT_BOUNDS;

/** `scope`: where it was set; undefined for Easel's default. */
export interface Bound {
  readonly value: number;
  readonly scope: Scope | undefined;
}

/** Whether it is a per-member bound with a default. */
export function isBound(key: string): key is BoundKey {
  return Object.hasOwn(DEFAULT_BOUNDS, key);
}

/** The default of a bound. */
export function defaultOf(key: BoundKey): number {
  return DEFAULT_BOUNDS[key];
}

/** The bound that applies to a member; the default if there is no policy. */
export function boundOf(policy: Pick<EffectivePolicy, BoundKey> | undefined, key: BoundKey): Bound {
  return policy?.[key] ?? { value: DEFAULT_BOUNDS[key], scope: undefined };
}

/** The member has too many jobs waiting. The whole request is refused. */
export class TooManyWaitingError extends EaselError {
  /** How many are waiting, without this request's jobs. */
  readonly waiting: number;

  constructor(waiting: number) {
    super("too_many_waiting", `${waiting} of the member's jobs are already waiting`);
    this.waiting = waiting;
  }
}
