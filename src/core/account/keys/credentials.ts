import { addToCache } from "../../../lib/bounded-cache.ts";
import type { Service } from "../../job/job.ts";
import type { Keys } from "../../job/key-secrets.ts";
import type { CredentialStore } from "./credential-store.ts";
import { maskedKey } from "./masked.ts";
import type { Seal } from "./seal.ts";

/** Gateway keys in use. They are sealed in the database, and opened only here. */
export interface Credentials extends Keys {
  /** Enters a configured key for some services. */
  enter(key: ConfiguredKey): Promise<void>;
  /**
   * Removes every other configured key of the organisation, because an earlier key belongs to an earlier gateway and must not be
   * sent to another one. Jobs created with them are still read with them. Leaves keys that people entered alone.
   */
  keepOnly(organisationId: string, secrets: readonly string[]): Promise<void>;
  /** Organisations whose usable configured keys differ from these. */
  organisationsWithout(keys: readonly Pick<ConfiguredKey, "secret" | "services">[]): Promise<readonly string[]>;
  /** Organisations without any configured key. */
  organisationsWithoutAny(): Promise<readonly string[]>;
  /** Wipes the secrets of removed keys that no job needs any more. */
  wipeRemoved(): Promise<void>;
}

export interface ConfiguredKey {
  readonly organisationId: string;
  readonly name: string;
  readonly secret: string;
  readonly services: readonly Service[];
  readonly concurrency: number;
}

/** The most opened secrets to cache, so that those of keys removed by other processes don't stay forever. Evicts the oldest. */
export const SECRETS_REMEMBERED = 1_000;

/** Caches opened secrets by credential, whose secret never changes. */
export function createCredentials(store: CredentialStore, seal: Seal): Credentials {
  const opened = new Map<string, string>();
  const opening = new Map<string, Promise<string | undefined>>();
  return {
    async enter({ organisationId, name, secret, services, concurrency }) {
      await store.enterConfigured({
        organisationId,
        name,
        masked: maskedKey(secret),
        fingerprint: seal.fingerprint(secret),
        sealKeyId: seal.keyId,
        sealedSecret: seal.close(secret, organisationId),
        services,
        concurrency,
      });
    },
    async keepOnly(organisationId, secrets) {
      const fingerprints = secrets.map((secret) => seal.fingerprint(secret));
      await store.setAsideOthers(organisationId, fingerprints);
    },
    organisationsWithout: (keys) =>
      store.organisationsWithout(
        keys.map(({ secret, services }) => ({ fingerprint: seal.fingerprint(secret), services })),
      ),
    organisationsWithoutAny: () => store.organisationsWithoutAny(),
    async secretOf(credentialId) {
      const known = opened.get(credentialId);
      if (known !== undefined) return known;
      // After a takeover, thousands of jobs ask for the same secret concurrently.
      const asked = opening.get(credentialId) ?? open(credentialId);
      opening.set(credentialId, asked);
      return asked;
    },
    async wipeRemoved() {
      for (const id of await store.wipeRemoved()) opened.delete(id);
    },
  };

  async function open(credentialId: string): Promise<string | undefined> {
    try {
      const found = await store.sealedSecret(credentialId);
      if (!found) return undefined;
      const secret = seal.open(found.sealed, found.organisationId);
      addToCache(opened, credentialId, secret, SECRETS_REMEMBERED);
      return secret;
    } finally {
      opening.delete(credentialId);
    }
  }
}
