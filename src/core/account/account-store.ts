import type { CredentialStore } from "./keys/credential-store.ts";

/** The port to accounts and the keys of organisations. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface AccountStore extends CredentialStore {
  /** The account behind an identity, made on first use. */
  accountOf(organisationId: string, identity: Identity): Promise<string>;
}

export interface Identity {
  readonly platform: string;
  readonly workspace: string;
  readonly userId: string;
  readonly displayName: string;
}
