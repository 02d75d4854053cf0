import type { CredentialStore } from "./credential-store.ts";

/** The port to organisations, accounts and their keys. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface AccountStore extends CredentialStore {
  /** Claims a workspace for the first organisation, which is made if there is none. Returns its id. */
  claimForFirst(platform: string, workspace: string): Promise<string>;
  /** The account behind an identity, made on first use. */
  accountOf(organisationId: string, identity: Identity): Promise<string>;
}

export interface Identity {
  readonly platform: string;
  readonly workspace: string;
  readonly userId: string;
  readonly displayName: string;
}
