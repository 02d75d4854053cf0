import { z } from "zod";
import {
  MAX_BLOCKED_WORDS,
  MAX_CONSOLE_CHANNELS,
  MAX_COUNT,
  MAX_JOBS_AT_ONCE,
  MAX_JOBS_WAITING,
  MAX_MODEL_GLOBS,
  MAX_POLICY_SECONDS,
  MAX_POLICY_SUBJECTS,
  MAX_UPLOAD_MIB,
} from "../../../lib/limits.ts";
import type { Scope } from "./scope.ts";

const whole = (max: number) => z.number().int().min(0).max(max);
const words = (max: number) => z.array(z.string().min(1).max(100)).max(max);

/** How Easel handles messages that are not clearly a request: it asks first, or makes it at once. */
export const TALK = ["ask", "make"] as const;
export type Talk = (typeof TALK)[number];

/**
 * What one scope says about what is allowed there. What it does not name it leaves to the others. As stored, so only ever
 * added to.
 */
export const PolicySettings = z.object({
  /** Names or globs of the models that may be used; of both services. */
  models: words(MAX_MODEL_GLOBS).optional(),
  /** Taken where nobody names a model. */
  imageModel: z.string().max(200).optional(),
  videoModel: z.string().max(200).optional(),
  /** Longest clip, as it is billed. */
  maxSeconds: whole(MAX_POLICY_SECONDS).optional(),
  /** Most pictures of one request. */
  maxCount: whole(MAX_COUNT).optional(),
  /** Most jobs of one member and service at the gateway at once. */
  jobsAtOnce: whole(MAX_JOBS_AT_ONCE).optional(),
  /** Most jobs of one member that wait, for a slot or for an admin. */
  jobsWaiting: whole(MAX_JOBS_WAITING).optional(),
  /** Most that one member may have uploaded to the Console without a message, in MiB. */
  uploadMib: whole(MAX_UPLOAD_MIB).optional(),
  /** Most channels of the Console that one member has made. */
  consoleChannels: whole(MAX_CONSOLE_CHANNELS).optional(),
  /** Only these may use it (`Subject`). */
  access: words(MAX_POLICY_SUBJECTS).optional(),
  /** These may not (`Subject`). */
  blocked: words(MAX_POLICY_SUBJECTS).optional(),
  /** Prompts with one of these words are refused. */
  blockedWords: words(MAX_BLOCKED_WORDS).optional(),
  /** A clip billed longer than this shows its price and asks its member first. */
  confirmSeconds: whole(MAX_POLICY_SECONDS).optional(),
  /** A clip billed longer, or more pictures at once, waits for an admin. */
  approveSeconds: whole(MAX_POLICY_SECONDS).optional(),
  approveCount: whole(MAX_COUNT).optional(),
  /** Members may use keys of their own. */
  ownKeys: z.boolean().optional(),
  /** Guests of the workspace may use it. */
  guests: z.boolean().optional(),
  talk: z.enum(TALK).optional(),
});
export type PolicySettings = z.infer<typeof PolicySettings>;

/** A value and the scope that says it. */
export interface Ruled<T> {
  readonly value: T;
  readonly scope: Scope;
}

/** What one scope says. */
export interface ScopedSettings {
  readonly scope: Scope;
  readonly settings: PolicySettings;
}

/**
 * What holds for one member in one place. For defaults the narrowest scope that says something; of limits the strictest; of
 * lists every scope's, for all of them must be kept.
 */
export interface EffectivePolicy {
  readonly models: readonly Ruled<readonly string[]>[];
  readonly imageModel: Ruled<string> | undefined;
  readonly videoModel: Ruled<string> | undefined;
  readonly maxSeconds: Ruled<number> | undefined;
  readonly maxCount: Ruled<number> | undefined;
  readonly jobsAtOnce: Ruled<number> | undefined;
  readonly jobsWaiting: Ruled<number> | undefined;
  readonly uploadMib: Ruled<number> | undefined;
  readonly consoleChannels: Ruled<number> | undefined;
  readonly confirmSeconds: Ruled<number> | undefined;
  readonly approveSeconds: Ruled<number> | undefined;
  readonly approveCount: Ruled<number> | undefined;
  readonly access: readonly Ruled<readonly string[]>[];
  readonly blocked: readonly Ruled<readonly string[]>[];
  readonly blockedWords: readonly Ruled<readonly string[]>[];
  readonly ownKeys: Ruled<boolean> | undefined;
  readonly guests: Ruled<boolean> | undefined;
  /** Undefined: it asks. */
  readonly talk: Ruled<Talk> | undefined;
}
