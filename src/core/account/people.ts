import type { Identity } from "./account-store.ts";

/** The port to people of an organisation. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface People {
  /** The account behind an identity of the organisation, made on first use. */
  accountOf(organisationId: string, identity: Identity): Promise<string>;
  /** What accounts of the organisation are called, by their ids. */
  names(organisationId: string, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
