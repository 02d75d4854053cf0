import type { Keys } from "../../job/key-secrets.ts";
import type { Service } from "../../job/job.ts";
import {
  KEY_NAME_CHARACTERS,
  KEY_SECRET_CHARACTERS,
  MAX_KEY_CONCURRENCY,
  SPENT_KEY_REST_MS,
} from "../../../lib/limits.ts";
import type { AuditActor } from "../audit.ts";
import { CONFIGURED_NAMES } from "./enter-keys.ts";
import { isUsableFor, type CheckKey, type Key, type KeyChecks, type KeyProblem, type ServiceCheck } from "./key.ts";
import {
  OwnerGoneError,
  TooManySlotsError,
  type KeyChange,
  type KeyChanged,
  type KeyOwners,
  type KeyStore,
  type UsedKey,
} from "./key-store.ts";
import { maskedKey } from "./masked.ts";
import { encodeScope, type Scope } from "../policy/scope.ts";
import type { Seal } from "./seal.ts";
import { isLikeKey } from "./typed-secret.ts";

/** Keys that a member may own. */
const MAX_OWN_KEYS = 5;

/** Management of gateway keys. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Keyring {
  /** An organisation's keys, by name. */
  list(organisationId: string): Promise<readonly Key[]>;
  /** Enters a key after asking the gateway what it can be used for. */
  add(entry: KeyEntry, actor: AuditActor, signal: AbortSignal): Promise<AddOutcome>;
  /** Asks the gateway about a key now. Undefined if there is no such key. */
  check(organisationId: string, keyId: string, actor: AuditActor, signal: AbortSignal): Promise<Checked | undefined>;
  /**
   * Changes a key's owner or its number of concurrent jobs. Undefined if there is no such key. Rejects with `OwnerGoneError` if
   * the group was deleted meanwhile, with `SecretHereError` if the new owner already has its secret, with `TooManySlotsError` if
   * the organisation's keys would have too many slots, and with `OperatorsKeyError` if this organisation may not change its
   * slots.
   */
  assign(
    organisationId: string,
    keyId: string,
    to: Pick<Extract<KeyChange, { kind: "assign" }>, "scope" | "concurrency">,
    actor: AuditActor,
  ): Promise<KeyChanged | undefined>;
  /**
   * Frees the key's slots held by jobs with an unknown outcome. Undefined if there is no such key. Rejects with
   * `OperatorsKeyError` if other organisations share them.
   */
  free(organisationId: string, keyId: string, actor: AuditActor): Promise<KeyChanged | undefined>;
  /** Disables, enables or removes a key. Undefined if there is no such key. */
  disable(organisationId: string, keyId: string, actor: AuditActor): Promise<KeyChanged | undefined>;
  enable(organisationId: string, keyId: string, actor: AuditActor): Promise<KeyChanged | undefined>;
  remove(organisationId: string, keyId: string, actor: AuditActor): Promise<KeyChanged | undefined>;
  /** The keys that made an organisation's batch, including removed ones, by the jobs' ordinals. */
  usedFor(organisationId: string, batchId: string): Promise<readonly UsedKey[]>;
  /** The possible owners of a key. */
  owners(organisationId: string): Promise<KeyOwners>;
  /**
   * The keys that serve a member of these scopes now, all of one scope: the member's own if that scope is included, else their
   * groups', else the workspace's, else everyone's. Undefined if there are none.
   */
  tierFor(
    organisationId: string,
    service: Service,
    scopes: readonly Scope[],
    now: number,
  ): Promise<KeyTier | undefined>;
}

export interface KeyEntry {
  readonly organisationId: string;
  readonly name: string;
  readonly secret: string;
  /** Undefined: all services that the gateway allows. */
  readonly services: readonly Service[] | undefined;
  readonly concurrency: number;
  readonly scope: Scope;
}

export type AddOutcome =
  | {
      readonly ok: true;
      readonly key: Key;
      /** Each service's answer; services that could not be reached are left out. */
      readonly checks: KeyChecks;
    }
  | { readonly ok: false; readonly problems: readonly KeyProblem[] };

export interface Checked extends KeyChanged {
  readonly checks: KeyChecks;
}

export interface KeyTier {
  readonly scope: Scope;
  readonly keys: readonly Key[];
}

/** Narrowest first. */
const TIERS = ["account", "group", "workspace", "organisation"] as const;

export interface KeyringContext {
  readonly store: KeyStore;
  readonly keys: Keys;
  readonly seal: Seal;
  readonly check: CheckKey;
}

export function createKeyring({ store, keys, seal, check }: KeyringContext): Keyring {
  return {
    list: (organisationId) => store.keys(organisationId),

    async add(entry, actor, signal) {
      const { organisationId, scope, concurrency } = entry;
      const name = entry.name.trim();
      const secret = entry.secret.trim();
      const problems = entryProblems(name, secret, concurrency);
      if (problems.length > 0) return { ok: false, problems };
      const checks = await check(secret, signal);
      const judged = examine(checks, entry.services);
      if (!judged.ok) return judged;
      const entering = store.enter(
        {
          organisationId,
          name,
          masked: maskedKey(secret),
          fingerprint: seal.fingerprint(secret),
          sealKeyId: seal.keyId,
          sealedSecret: seal.close(secret, organisationId),
          services: judged.services,
          concurrency,
          scope,
          atMost: scope.kind === "account" ? MAX_OWN_KEYS : undefined,
          restMs: isSpent(checks) ? SPENT_KEY_REST_MS : undefined,
        },
        actor,
      );
      const outcome = await entering.catch((error: unknown) => {
        if (error instanceof OwnerGoneError) return { kind: "owner_gone" } as const;
        if (error instanceof TooManySlotsError) return { kind: "too_many_slots", service: error.service } as const;
        throw error;
      });
      switch (outcome.kind) {
        case "owner_gone":
          return { ok: false, problems: [{ rule: "owner_gone" }] };
        case "too_many_slots":
          return { ok: false, problems: [{ rule: "too_many_slots", service: outcome.service }] };
        case "entered":
          return { ok: true, key: outcome.key, checks };
        case "name_taken":
          return { ok: false, problems: [{ rule: "name_taken", name }] };
        case "secret_here":
          return { ok: false, problems: [{ rule: "secret_here", name: outcome.name }] };
        case "too_many":
        case "organisation_full":
          return { ok: false, problems: [{ rule: outcome.kind }] };
      }
    },

    async check(organisationId, keyId, actor, signal) {
      const key = (await store.keys(organisationId)).find((one) => one.id === keyId);
      if (!key) return undefined;
      const secret = key.isReadable ? await keys.secretOf(keyId) : undefined;
      const checks = secret === undefined ? {} : await check(secret, signal);
      const saying = (...kinds: readonly ServiceCheck["kind"][]) =>
        key.services.filter((service) => kinds.some((kind) => checks[service]?.kind === kind));
      const said = { knownTo: saying("ok", "spent", "forbidden"), refusedBy: saying("invalid") };
      const restMs = isSpent(checks) ? SPENT_KEY_REST_MS : undefined;
      const changed = await store.change(organisationId, keyId, { kind: "check", ...said, restMs }, actor);
      return changed && { ...changed, checks };
    },

    assign: (organisationId, keyId, { scope, concurrency }, actor) =>
      store.change(organisationId, keyId, { kind: "assign", scope, concurrency }, actor),
    free: (organisationId, keyId, actor) => store.change(organisationId, keyId, { kind: "free" }, actor),
    disable: (organisationId, keyId, actor) => store.change(organisationId, keyId, { kind: "disable" }, actor),
    enable: (organisationId, keyId, actor) => store.change(organisationId, keyId, { kind: "enable" }, actor),
    remove: (organisationId, keyId, actor) => store.change(organisationId, keyId, { kind: "remove" }, actor),
    usedFor: (organisationId, batchId) => store.usedFor(organisationId, batchId),
    owners: (organisationId) => store.owners(organisationId),

    async tierFor(organisationId, service, scopes, now) {
      const held = new Set([...scopes.map(encodeScope), "organisation"]);
      const usable = (await store.keys(organisationId)).filter(
        (key) => isUsableFor(service, key, now) && held.has(encodeScope(key.scope)),
      );
      for (const kind of TIERS) {
        const mine = usable.filter((key) => key.scope.kind === kind);
        const [first] = mine;
        if (first) return { scope: first.scope, keys: mine };
      }
      return undefined;
    },
  };
}

/** The problems that can be found without asking the gateway. */
function entryProblems(name: string, secret: string, concurrency: number): KeyProblem[] {
  const problems: KeyProblem[] = [];
  if (name === "") problems.push({ rule: "name_missing" });
  else if (name === secret || isLikeKey(name)) problems.push({ rule: "name_is_secret" });
  else if (name.length > KEY_NAME_CHARACTERS) problems.push({ rule: "name_too_long", length: name.length });
  else if (Object.values(CONFIGURED_NAMES).some((taken) => taken === name.toLowerCase())) {
    problems.push({ rule: "name_taken", name });
  }
  if (secret === "") problems.push({ rule: "secret_missing" });
  // It becomes a header. Text copied from a web page may contain a curly quote or an invisible character.
  else if (!/^[\x21-\x7e]+$/.test(secret) || secret.length > KEY_SECRET_CHARACTERS) {
    problems.push({ rule: "secret_unsendable" });
  }
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_KEY_CONCURRENCY) {
    problems.push({ rule: "at_once", given: String(concurrency) });
  }
  return problems;
}

/** What the services allow a key to be used for. */
function examine(
  checks: KeyChecks,
  wanted: readonly Service[] | undefined,
):
  | { readonly ok: true; readonly services: readonly Service[] }
  | { readonly ok: false; readonly problems: KeyProblem[] } {
  const asked: readonly Service[] = wanted ?? (["image", "video"] as const).filter((service) => checks[service]);
  const good = asked.filter((service) => checks[service]?.kind === "ok" || checks[service]?.kind === "spent");
  const isEnough = wanted === undefined ? good.length > 0 : good.length === asked.length;
  if (isEnough) return { ok: true, services: good };
  if (asked.every((service) => checks[service]?.kind === "invalid")) {
    return { ok: false, problems: [{ rule: "secret_refused" }] };
  }
  const bad = asked.filter((service) => !good.includes(service));
  return { ok: false, problems: bad.map((service) => problemOf(service, checks)) };
}

function problemOf(service: Service, checks: KeyChecks): KeyProblem {
  const check = checks[service];
  switch (check?.kind) {
    case undefined:
      return { rule: "service_off", service };
    case "unreachable":
      return { rule: "unreachable", service, reason: check.reason };
    case "forbidden":
      return { rule: "service_forbidden", service, code: check.code };
    default:
      return { rule: "service_unknown_key", service };
  }
}

function isSpent(checks: KeyChecks): boolean {
  return Object.values(checks).some((check) => check.kind === "spent");
}
