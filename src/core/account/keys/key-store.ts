import type { AuditActor } from "../audit.ts";
import type { SealedKey } from "./credential-store.ts";
import type { Key, Stranded } from "./key.ts";
import type { Service } from "../../job/job.ts";
import type { Locale } from "../../../lib/locale.ts";
import { EaselError } from "../../../lib/errors.ts";
import { MAX_SLOTS } from "../../../lib/limits.ts";
import { encodeScope, type Scope } from "../policy/scope.ts";

/** The key's new owner is gone: the group was deleted meanwhile. Nothing was changed. */
export class OwnerGoneError extends EaselError {
  constructor(scope: Scope) {
    super("owner_gone", `${encodeScope(scope)} no longer exists`);
  }
}

/** The key's new owner already has the same secret, as a key with this name. Nothing was changed. */
export class SecretHereError extends EaselError {
  readonly keyName: string;

  constructor(keyName: string) {
    super("secret_here", "the new owner already has a key with the same secret");
    this.keyName = keyName;
  }
}

/** The organisation's keys would have more than `MAX_SLOTS` slots for this service. Nothing was changed. */
export class TooManySlotsError extends EaselError {
  readonly service: Service;

  constructor(service: Service) {
    super(
      "too_many_slots",
      `the organisation's keys would have more than ${MAX_SLOTS} slots for the ${service} service`,
    );
    this.service = service;
  }
}

/** A configured key also serves other organisations, so only the operator's organisation may change its slots. */
export class OperatorsKeyError extends EaselError {
  constructor() {
    super("operators_key", "only the operator's organisation may change the slots of this key");
  }
}

/**
 * The port for managing gateway keys. Every change is audited in its own transaction and announced to all processes. Rejects with
 * `DatabaseUnavailableError` if the database is unavailable.
 */
export interface KeyStore {
  /** An organisation's keys that are not removed, by name. */
  keys(organisationId: string): Promise<readonly Key[]>;
  /**
   * Adds a key, unless the organisation has `MAX_KEYS` already. Rejects with `OwnerGoneError` and `TooManySlotsError`, like
   * `change`.
   */
  enter(key: EnteredKey, actor: AuditActor): Promise<EnterOutcome>;
  /**
   * Undefined if the organisation no longer has the key. Rejects with `SecretHereError` if the new owner already has its secret,
   * with `TooManySlotsError` if the key would get more slots than are left, and with `OperatorsKeyError` if the change concerns a
   * configured key's slots and the organisation is not the operator's. The operator's changes to slots apply to all
   * organisations.
   */
  change(organisationId: string, keyId: string, change: KeyChange, actor: AuditActor): Promise<KeyChanged | undefined>;
  /**
   * Records that a service refused a key (401); only a successful check makes it usable there again. Other services still use it:
   * a service speaks for itself only. The first refusal also stores a note for the organisation's admins, in the same
   * transaction. The note is in the language of this batch, because a channel has none.
   */
  refused(
    keyId: string,
    service: Service,
    batchId: string,
    tell: (refused: RefusedKey, locale: Locale) => string,
  ): Promise<void>;
  /** Records that a key's cap or balance is used up: it rests for this long, or until the end of a longer rest. */
  spent(keyId: string, restMs: number): Promise<void>;
  /** Ends the rests that are over. */
  endRests(): Promise<void>;
  usedFor(organisationId: string, batchId: string): Promise<readonly UsedKey[]>;
  owners(organisationId: string): Promise<KeyOwners>;
}

export interface EnteredKey extends SealedKey {
  readonly scope: Scope;
  /** How many keys this owner may have; undefined if only the organisation's limit applies. */
  readonly atMost: number | undefined;
  /** Its balance or cap is used up: it rests for this long. */
  readonly restMs: number | undefined;
}

export type EnterOutcome =
  | { readonly kind: "entered"; readonly key: Key }
  | { readonly kind: "name_taken" }
  | { readonly kind: "secret_here"; readonly name: string }
  | { readonly kind: "too_many" | "organisation_full" };

export type KeyChange =
  /** Omitted fields stay unchanged. */
  | {
      readonly kind: "assign";
      readonly scope: Scope | undefined;
      readonly concurrency: Readonly<Partial<Record<Service, number>>>;
    }
  /** Frees the slots held by jobs with an unknown outcome. */
  | { readonly kind: "free" }
  | { readonly kind: "disable" | "enable" | "remove" }
  /** What the services said; those that did not answer are in neither list. */
  | {
      readonly kind: "check";
      readonly knownTo: readonly Service[];
      readonly refusedBy: readonly Service[];
      readonly restMs: number | undefined;
    };

export interface KeyChanged {
  readonly before: Key;
  readonly after: Key;
  readonly stranded: readonly Stranded[];
}

export interface RefusedKey {
  readonly name: string;
  readonly masked: string;
  /** The service that refused it, and those that still use it. */
  readonly service: Service;
  readonly usedBy: readonly Service[];
  readonly stranded: readonly Stranded[];
}

/** A key and the jobs of a batch that were made with it. */
export interface UsedKey {
  readonly name: string;
  readonly masked: string;
  readonly ordinals: readonly number[];
}

/** Possible owners of a key, besides everyone and a workspace. */
export interface KeyOwners {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly userIds: readonly string[] }[];
}
