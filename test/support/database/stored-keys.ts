import { createCredentials, type Credentials } from "../../../src/core/account/keys/credentials.ts";
import type { CheckKey } from "../../../src/core/account/keys/key.ts";
import { createKeyring, type Keyring } from "../../../src/core/account/keys/keyring.ts";
import type { KeyStore } from "../../../src/core/account/keys/key-store.ts";
import { createSeal, type Seal } from "../../../src/core/account/keys/seal.ts";
import type { AuditActor } from "../../../src/core/account/audit.ts";
import { ORGANISATION_SCOPE, type Scope } from "../../../src/core/account/policy/scope.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import type { Database } from "../../../src/db/connection.ts";
import { createKeyStore } from "../../../src/db/keys/key-store.ts";

export const SECRET_KEY = "a secret key that is used by tests alone";
export const ADMIN: AuditActor = { accountId: undefined, name: "Ada", workspace: "console:main" };

/** Keys as one process with this `SECRET_KEY` sees them. */
export interface StoredKeys {
  readonly seal: Seal;
  readonly credentials: Credentials;
  readonly store: KeyStore;
  readonly keyring: Keyring;
  /** Enters a key as an admin does; returns its id. */
  add(organisationId: string, name: string, secret: string, changes?: AddChanges): Promise<string>;
}

export interface AddChanges {
  readonly scope?: Scope;
  readonly concurrency?: number;
  readonly services?: readonly ("image" | "video")[];
}

/** A gateway that accepts every key. */
const easy: CheckKey = async () => ({ image: { kind: "ok" }, video: { kind: "ok" } });

export function storedKeys(
  db: Database,
  options: { readonly secretKey?: string; readonly previous?: readonly string[]; readonly check?: CheckKey } = {},
): StoredKeys {
  const seal = createSeal(options.secretKey ?? SECRET_KEY, options.previous);
  const credentials = createCredentials(createAccountStore(db), seal);
  const store = createKeyStore(db, seal.keyId);
  const keyring = createKeyring({ store, keys: credentials, seal, check: options.check ?? easy });
  return {
    seal,
    credentials,
    store,
    keyring,
    async add(organisationId, name, secret, changes = {}) {
      const { scope = ORGANISATION_SCOPE, concurrency = 2, services } = changes;
      const entry = { organisationId, name, secret, scope, concurrency, services };
      const outcome = await keyring.add(entry, ADMIN, new AbortController().signal);
      if (!outcome.ok) throw new Error(`not entered: ${JSON.stringify(outcome.problems)}`);
      return outcome.key.id;
    },
  };
}
