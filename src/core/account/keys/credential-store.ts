import type { Service } from "../../job/job.ts";

/**
 * The port to gateway keys as jobs need them; `keyring.ts` is what people do with them. Rejects with
 * `DatabaseUnavailableError` when it can't tell. A usable key is one that the gateway has not refused, and that nobody disabled
 * or removed.
 */
export interface CredentialStore {
  /**
   * Enters a key of the configuration, or the same key again: it is then usable again, unless an admin disabled it, with as many
   * jobs at once as an admin said. A key that people entered is another one, though its secret be the same.
   */
  enterConfigured(credential: SealedKey): Promise<void>;
  /**
   * Sets aside the organisation's configured keys that are not among these; what was created with them is still read with them.
   * Keys that people entered are theirs.
   */
  setAsideOthers(organisationId: string, fingerprints: readonly string[]): Promise<void>;
  /** The organisations whose configured keys are not just these, all of them usable; a fraction of a second for thousands. */
  organisationsWithout(keys: readonly Pick<SealedKey, "fingerprint" | "services">[]): Promise<readonly string[]>;
  /** The organisations that have no configured key at all. */
  organisationsWithoutAny(): Promise<readonly string[]>;
  /** Is there a usable key, which does not rest either, for someone in one of the scopes that this job lies in? */
  hasFreshCredential(jobId: string): Promise<boolean>;
  /** The usable keys for this service: those of these scopes, encoded, or all. */
  credentialsFor(organisationId: string, service: Service, scopes?: readonly string[]): Promise<readonly string[]>;
  /** Keeps which models for clips a key lists, as its service writes them; undefined where that is not known. */
  noteModels(credentialId: string, models: readonly string[] | undefined): Promise<void>;
  /** Undefined when it is not known, or its secret is no longer kept. */
  sealedSecret(credentialId: string): Promise<{ organisationId: string; sealed: string } | undefined>;
  /** Forgets the secrets of removed keys that no job needs any more. Returns their ids. */
  wipeRemoved(): Promise<readonly string[]>;
}

/** A key as it is kept. */
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
