import type { Service } from "../../job/job.ts";

/**
 * The port to gateway keys as jobs use them; `keyring.ts` is for managing them. Rejects with `DatabaseUnavailableError` if the
 * database is unavailable. A key is usable unless it was refused by the gateway, disabled or removed.
 */
export interface CredentialStore {
  /**
   * Enters a configured key. Entering it again makes it usable again, unless an admin disabled it, and keeps the concurrency that
   * an admin set. A key that people entered is a separate key, even with the same secret.
   */
  enterConfigured(credential: SealedKey): Promise<void>;
  /**
   * Removes the organisation's other configured keys. Jobs created with them are still read with them. Leaves keys that people
   * entered alone.
   */
  setAsideOthers(organisationId: string, fingerprints: readonly string[]): Promise<void>;
  /** Organisations whose usable configured keys differ from these; takes a fraction of a second for thousands. */
  organisationsWithout(keys: readonly Pick<SealedKey, "fingerprint" | "services">[]): Promise<readonly string[]>;
  /** Organisations without any configured key. */
  organisationsWithoutAny(): Promise<readonly string[]>;
  /** Whether a usable key that is not resting exists in one of the job's scopes. */
  hasFreshCredential(jobId: string): Promise<boolean>;
  /** The usable keys for this service, of these encoded scopes or all. */
  credentialsFor(organisationId: string, service: Service, scopes?: readonly string[]): Promise<readonly string[]>;
  /** Stores the clip models that a key lists, as its service spells them; undefined if unknown. */
  noteModels(credentialId: string, models: readonly string[] | undefined): Promise<void>;
  /** Undefined if the credential is unknown or its secret was wiped. */
  sealedSecret(credentialId: string): Promise<{ organisationId: string; sealed: string } | undefined>;
  /** Wipes the secrets of removed keys that no job needs any more. Returns their ids. */
  wipeRemoved(): Promise<readonly string[]>;
}

/** A key as stored. */
export interface SealedKey {
  readonly organisationId: string;
  readonly name: string;
  readonly masked: string;
  readonly fingerprint: string;
  readonly sealKeyId: string;
  readonly sealedSecret: string;
  readonly services: readonly Service[];
  readonly concurrency: number;
}
