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

/** How Easel handles messages that are not clearly a request: it asks first or makes them at once. */
export const TALK = ["ask", "make"] as const;
export type Talk = (typeof TALK)[number];

/**
 * One scope's settings; missing ones are left to other scopes. Stored as JSON, so only add fields.
 */
export const PolicySettings = z.object({
  /** Names or globs of the allowed models, of both services. */
  models: words(MAX_MODEL_GLOBS).optional(),
  /** The default model. */
  imageModel: z.string().max(200).optional(),
  videoModel: z.string().max(200).optional(),
  /** The longest clip, as billed. */
  maxSeconds: whole(MAX_POLICY_SECONDS).optional(),
  /** The most pictures per request. */
  maxCount: whole(MAX_COUNT).optional(),
  /** A member's most jobs per service at the gateway at once. */
  jobsAtOnce: whole(MAX_JOBS_AT_ONCE).optional(),
  /** A member's most jobs that wait for a slot or an admin. */
  jobsWaiting: whole(MAX_JOBS_WAITING).optional(),
  /** A member's most uploads to the Console without a message, in MiB. */
  uploadMib: whole(MAX_UPLOAD_MIB).optional(),
  /** The most channels of the Console that a member may create. */
  consoleChannels: whole(MAX_CONSOLE_CHANNELS).optional(),
  /** If set, only these may use Easel (`Subject`). */
  access: words(MAX_POLICY_SUBJECTS).optional(),
  /** These may not use Easel (`Subject`). */
  blocked: words(MAX_POLICY_SUBJECTS).optional(),
  /** Prompts with one of these words are refused. */
  blockedWords: words(MAX_BLOCKED_WORDS).optional(),
  /** A clip billed longer than this needs its member's confirmation of the price. */
  confirmSeconds: whole(MAX_POLICY_SECONDS).optional(),
  /** A clip billed longer than this, or more pictures at once, needs an admin's approval. */
  approveSeconds: whole(MAX_POLICY_SECONDS).optional(),
  approveCount: whole(MAX_COUNT).optional(),
  /** Members may use their own keys. */
  ownKeys: z.boolean().optional(),
  /** The workspace's guests may use Easel. */
  guests: z.boolean().optional(),
  talk: z.enum(TALK).optional(),
});
export type PolicySettings = z.infer<typeof PolicySettings>;

/** A value and the scope that sets it. */
export interface Ruled<T> {
  readonly value: T;
  readonly scope: Scope;
}

/** One scope's settings. */
export interface ScopedSettings {
  readonly scope: Scope;
  readonly settings: PolicySettings;
}

/**
 * The combined policy for one member in one place: defaults from the narrowest scope, limits from the strictest, and the lists of
 * all scopes, because all must be respected.
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
  /** Undefined: it asks first. */
  readonly talk: Ruled<Talk> | undefined;
}
