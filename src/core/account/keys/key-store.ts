import type { AuditActor } from "../audit.ts";
import type { SealedKey } from "./credential-store.ts";
import type { Key, Stranded } from "./key.ts";
import type { Service } from "../../job/job.ts";
import type { Locale } from "../../../lib/locale.ts";
import { EaselError } from "../../../lib/errors.ts";
import { encodeScope, type Scope } from "../policy/scope.ts";

/** Nobody is left to give a key to: the group has been deleted meanwhile. Nothing was changed. */
export class OwnerGoneError extends EaselError {
  constructor(scope: Scope) {
    super("owner_gone", `${encodeScope(scope)} is gone`);
  }
}

/** A configured key serves other organisations as well: only the operator's says how much all of them may do with it at once. */
export class OperatorsKeyError extends EaselError {
  constructor() {
    super("operators_key", "the slots of this key are the operator's");
  }
}

/**
 * The port to gateway keys as people manage them. Every change is kept in the audit by its own transaction, and told to all
 * processes. Rejects with `DatabaseUnavailableError` when it can't tell.
 */
export interface KeyStore {
  /** The keys of an organisation that are not removed, by name. */
  keys(organisationId: string): Promise<readonly Key[]>;
  /** Rejects with an `OwnerGoneError`, as `change` does. */
  enter(key: EnteredKey, actor: AuditActor): Promise<EnterOutcome>;
  /**
   * Undefined when the organisation has no such key any more. Rejects with an `OperatorsKeyError` where another organisation than the
   * operator's would change the slots that all share; those that the operator's sets are set for all.
   */
  change(organisationId: string, keyId: string, change: KeyChange, actor: AuditActor): Promise<KeyChanged | undefined>;
  /**
   * The gateway refused a key (401): it is used again only when a check finds it well. The first to say so has the organisation's
   * admins told, in the same transaction; in the language of the batch over which it came out, for a channel has none.
   */
  refused(keyId: string, batchId: string, tell: (refused: RefusedKey, locale: Locale) => string): Promise<void>;
  /** A key's cap or balance is used up: it rests for that long. What it rests already stays. */
  spent(keyId: string, restMs: number): Promise<void>;
  /** Notes which keys have rested long enough. */
  endRests(): Promise<void>;
  usedFor(organisationId: string, batchId: string): Promise<readonly UsedKey[]>;
  owners(organisationId: string): Promise<KeyOwners>;
}

export interface EnteredKey extends SealedKey {
  readonly scope: Scope;
  /** The most keys that may have this scope. */
  readonly atMost: number;
  /** Its balance or cap is used up: rest for that long. */
  readonly restMs: number | undefined;
}

export type EnterOutcome =
  | { readonly kind: "entered"; readonly key: Key }
  | { readonly kind: "name_taken" }
  | { readonly kind: "secret_here"; readonly name: string }
  | { readonly kind: "too_many" };

export type KeyChange =
  /** What is left out stays. */
  | {
      readonly kind: "assign";
      readonly scope: Scope | undefined;
      readonly concurrency: Readonly<Partial<Record<Service, number>>>;
    }
  /** Frees the slots that jobs with an unknown outcome hold. */
  | { readonly kind: "free" }
  | { readonly kind: "disable" | "enable" | "remove" }
  /** `isKnown`: undefined where the gateway did not say. */
  | { readonly kind: "check"; readonly isKnown: boolean | undefined; readonly restMs: number | undefined };

export interface KeyChanged {
  readonly before: Key;
  readonly after: Key;
  readonly stranded: readonly Stranded[];
}

export interface RefusedKey {
  readonly name: string;
  readonly masked: string;
  readonly stranded: readonly Stranded[];
}

/** A key and the jobs of a batch that were made with it. */
export interface UsedKey {
  readonly name: string;
  readonly masked: string;
  readonly ordinals: readonly number[];
}

/** Whom a key may be given to, beside everyone and a workspace. */
export interface KeyOwners {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly userIds: readonly string[] }[];
}
