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
import type { Money } from "../../request/prices.ts";
import type { Scope } from "./scope.ts";

/** How Easel handles messages that are not clearly a request: it asks first, or makes them immediately. */
export const TALK = ["ask", "make"] as const;
export type Talk = (typeof TALK)[number];

/** The maximum length of each list. */
export const MOST_LISTED = {
  models: MAX_MODEL_GLOBS,
  access: MAX_POLICY_SUBJECTS,
  blocked: MAX_POLICY_SUBJECTS,
  blockedWords: MAX_BLOCKED_WORDS,
} as const;

/** An amount of money, as in the operator's prices when it was set. */
const MoneySetting = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  digits: z.int().min(0).max(6),
  amount: z.int().min(1),
});

/** The schemas of numbers, lists of words, and names, each with its upper bound. */
interface Parts {
  readonly whole: (max: number) => z.ZodNumber;
  readonly words: (max: number) => z.ZodArray<z.ZodString>;
  readonly name: (max: number) => z.ZodString;
}

const settingsOf = ({ whole, words, name }: Parts) =>
  z.object({
    /** Names or globs of the allowed models, of both services. */
    models: words(MOST_LISTED.models).optional(),
    /** The default model. */
    imageModel: name(200).optional(),
    videoModel: name(200).optional(),
    /** The longest clip, as billed. */
    maxSeconds: whole(MAX_POLICY_SECONDS).optional(),
    /** The most pictures per request. */
    maxCount: whole(MAX_COUNT).optional(),
    /** The most jobs per service that a member may have at the gateway at a time. */
    jobsAtOnce: whole(MAX_JOBS_AT_ONCE).optional(),
    /** The most jobs of a member that may wait for a slot or an admin. */
    jobsWaiting: whole(MAX_JOBS_WAITING).optional(),
    /** How much a member may upload to the Console without sending it, in MiB. */
    uploadMib: whole(MAX_UPLOAD_MIB).optional(),
    /** The most Console channels that a member may create. */
    consoleChannels: whole(MAX_CONSOLE_CHANNELS).optional(),
    /** If set, only these may use Easel (`Subject`). */
    access: words(MOST_LISTED.access).optional(),
    /** These may not use Easel (`Subject`). */
    blocked: words(MOST_LISTED.blocked).optional(),
    /** Prompts with one of these words are refused. */
    blockedWords: words(MOST_LISTED.blockedWords).optional(),
    /** A clip billed longer than this needs its member's confirmation of the price. */
    confirmSeconds: whole(MAX_POLICY_SECONDS).optional(),
    /** A clip billed longer than this, or more pictures at once, needs an admin's approval. */
    approveSeconds: whole(MAX_POLICY_SECONDS).optional(),
    approveCount: whole(MAX_COUNT).optional(),
    /**
     * A request that costs more than this needs an admin's approval too, and so does one whose price in this currency is unknown.
     */
    approveMoney: MoneySetting.optional(),
    /** Members may use their own keys. */
    ownKeys: z.boolean().optional(),
    /** The workspace's guests may use Easel. */
    guests: z.boolean().optional(),
    talk: z.enum(TALK).optional(),
    /** The notice of a request for several pictures shows each one once it is made. */
    previews: z.boolean().optional(),
  });

/**
 * One scope's settings, as they may be written. Other scopes decide about missing ones. Stored as JSON, so only ever add fields.
 */
export const PolicySettings = settingsOf({
  whole: (max) => z.number().int().min(0).max(max),
  words: (max) => z.array(z.string().min(1).max(100)).max(max),
  name: (max) => z.string().max(max),
});
export type PolicySettings = z.infer<typeof PolicySettings>;

/**
 * Stored settings, read without bounds: a value out of bounds must not block everybody in its scope, nor the admin who would
 * correct it.
 */
export const StoredSettings = settingsOf({
  whole: () => z.number(),
  words: () => z.array(z.string()),
  name: () => z.string(),
});

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
  /** All of them, the widest scope's first: amounts in different currencies can't be compared. */
  readonly approveMoney: readonly Ruled<Money>[];
  readonly access: readonly Ruled<readonly string[]>[];
  readonly blocked: readonly Ruled<readonly string[]>[];
  readonly blockedWords: readonly Ruled<readonly string[]>[];
  readonly ownKeys: Ruled<boolean> | undefined;
  readonly guests: Ruled<boolean> | undefined;
  /** Undefined: Easel asks first. */
  readonly talk: Ruled<Talk> | undefined;
  /** Undefined: no previews. */
  readonly previews: Ruled<boolean> | undefined;
}
