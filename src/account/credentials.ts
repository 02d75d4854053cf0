import type { Service } from "../job/job.ts";
import type { Keys } from "../job/keys.ts";
import type { Seal } from "./seal.ts";
import type { AccountStore } from "./store.ts";

/** Gateway keys in use: sealed in the database, opened only here. */
export interface Credentials extends Keys {
  /** Enters a key for some services. */
  enter(key: {
    organisationId: string;
    secret: string;
    services: readonly Service[];
    concurrency: number;
  }): Promise<void>;
  /**
   * Takes every other key of the organisation out of use: keys that were configured once belong to the gateway of then, and
   * must not be sent to another. What was created with them is still read with them.
   */
  keepOnly(organisationId: string, secrets: readonly string[]): Promise<void>;
}

/** Opened secrets are remembered by credential, whose secret never changes. */
export function createCredentials(store: AccountStore, seal: Seal): Credentials {
  const opened = new Map<string, string>();
  const opening = new Map<string, Promise<string | undefined>>();
  return {
    async enter({ organisationId, secret, services, concurrency }) {
      await store.enterCredential({
        organisationId,
        fingerprint: seal.fingerprint(secret),
        sealedSecret: seal.close(secret, organisationId),
        services,
        concurrency,
      });
    },
    async keepOnly(organisationId, secrets) {
      const fingerprints = secrets.map((secret) => seal.fingerprint(secret));
      await store.setAsideOthers(organisationId, fingerprints);
    },
    async secretOf(credentialId) {
      const known = opened.get(credentialId);
      if (known !== undefined) return known;
      // Thousands of jobs that are taken over ask for the same one at the same moment.
      const asked = opening.get(credentialId) ?? open(credentialId);
      opening.set(credentialId, asked);
      return asked;
    },
  };

  async function open(credentialId: string): Promise<string | undefined> {
    try {
      const found = await store.sealedSecret(credentialId);
      if (!found) return undefined;
      const secret = seal.open(found.sealed, found.organisationId);
      opened.set(credentialId, secret);
      return secret;
    } finally {
      opening.delete(credentialId);
    }
  }
}
