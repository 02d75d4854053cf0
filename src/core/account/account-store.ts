import type { CredentialStore } from "./keys/credential-store.ts";

/** The port to accounts and organisations' keys. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface AccountStore extends CredentialStore {
  /** The account of an identity, created on first use. */
  accountOf(organisationId: string, identity: Identity): Promise<string>;
}

export interface Identity {
  readonly platform: string;
  readonly workspace: string;
  readonly userId: string;
  readonly displayName: string;
}
