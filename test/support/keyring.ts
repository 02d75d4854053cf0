import type { Key, KeyChecks } from "../../src/core/account/keys/key.ts";
import type { EnteredKey, EnterOutcome, KeyChange, KeyStore } from "../../src/core/account/keys/key-store.ts";
import { createKeyring } from "../../src/core/account/keys/keyring.ts";
import type { Seal } from "../../src/core/account/keys/seal.ts";
import type { Scope } from "../../src/core/account/policy/scope.ts";
import { aKey } from "./a-key.ts";

export const ADMIN = { accountId: "account-1", name: "Ada", workspace: "console:main" };
export const EVERYONE: Scope = { kind: "organisation", id: "" };
export const WORKSPACE: Scope = { kind: "workspace", id: "console:main" };
export const GROUP: Scope = { kind: "group", id: "g" };
export const OWN: Scope = { kind: "account", id: "account-1" };
export const SECRET = "sk-0123456789abcdef";
export const ok = { kind: "ok" } as const;
export const spent = { kind: "spent" } as const;
export const invalid = { kind: "invalid" } as const;
export const forbidden = { kind: "forbidden", code: "not_enabled" } as const;
export const away = { kind: "unreachable", reason: "timeout" } as const;
export const never = new AbortController().signal;

/** Encrypts nothing, so that tests can read the secrets. */
const seal: Seal = {
  keyId: "seal-1",
  close: (secret, context) => `closed ${secret} for ${context}`,
  open: (sealed) => sealed,
  fingerprint: (secret) => `print of ${secret}`,
};

export interface KeyringGiven {
  readonly kept?: readonly Key[];
  readonly checks?: KeyChecks;
  readonly outcome?: EnterOutcome | Error;
  /** Whether the secrets of its keys have been wiped. */
  readonly isForgotten?: boolean;
}

/** A keyring with a recording store, and a gateway that gives the same answer about each secret. */
export function createKeyringWorld({
  kept = [],
  checks = { image: ok, video: ok },
  outcome,
  isForgotten,
}: KeyringGiven = {}) {
  const entered: EnteredKey[] = [];
  const changes: [organisationId: string, keyId: string, change: KeyChange, actor: unknown][] = [];
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const store: KeyStore = {
    keys: async (organisationId) => (organisationId === "o-1" ? kept : []),
    async enter(key) {
      entered.push(key);
      if (outcome instanceof Error) throw outcome;
      return outcome ?? { kind: "entered", key: aKey({ name: key.name }) };
    },
    async change(organisationId, keyId, change, actor) {
      changes.push([organisationId, keyId, change, actor]);
      return { before: aKey(), after: aKey({ name: "after" }), stranded: [] };
    },
    refused: async () => {},
    spent: async () => {},
    endRests: async () => {},
    usedFor: async (organisationId, batchId) => [{ name: `${organisationId} ${batchId}`, ordinals: [1] } as never],
    owners: async (organisationId) => ({ groups: [{ id: organisationId, name: "designers" }], accounts: [] }),
  };
  const keyring = createKeyring({
    store,
    keys: { secretOf: async () => (isForgotten ? undefined : SECRET) },
    seal,
    async check(given, signal) {
      asked.push(given);
      signals.push(signal);
      return checks;
    },
  });
  return { keyring, entered, changes, asked, signals };
}
