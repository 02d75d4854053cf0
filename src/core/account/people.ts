import type { Identity } from "./account-store.ts";

/** The port to an organisation's people. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface People {
  /** The account of an identity in the organisation, created on first use. */
  accountOf(organisationId: string, identity: Identity): Promise<string>;
  /** Names of the organisation's accounts, by id. */
  names(organisationId: string, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The ids that the organisation's accounts have in a workspace, by account id. Accounts without one are missing. */
  userIds(
    organisationId: string,
    accountIds: readonly string[],
    workspace: Pick<Identity, "platform" | "workspace">,
  ): Promise<ReadonlyMap<string, string>>;
}
