/** A tenant, as the operator sees it. */
export interface Organisation {
  readonly id: string;
  /** Its name in `ALLOWED_WORKSPACES`; undefined if it has none. */
  readonly name: string | undefined;
  /** Its workspaces, as `discord:<guild id>`, sorted. */
  readonly workspaces: readonly string[];
  /** Whether it is the Console's, which is the operator's own. */
  readonly isConsole: boolean;
}

/** A workspace that the operator admits, and its organisation. */
export interface WorkspaceOwner {
  readonly platform: string;
  readonly workspace: string;
  /** The organisation's name, or `console` for the Console's. Undefined gives the workspace a separate organisation. */
  readonly organisation: string | undefined;
}

export interface Allowed {
  readonly organisationId: string;
  /** Whether it already belongs to an organisation other than the named one; only `/easel-admin join` moves its data. */
  readonly isElsewhere: boolean;
}

/** The name of the Console's organisation. */
export const CONSOLE_ORGANISATION = "console";

/** The port to organisations and their workspaces. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface OrganisationStore {
  /** The id of the Console's organisation, created on first use. */
  consoleOrganisation(): Promise<string>;
  /**
   * Admits a workspace. A new one joins the named organisation, created on first use, or gets a separate one. A known one stays
   * in its organisation, which takes the name if it has none and no other organisation has it.
   */
  allow(owner: WorkspaceOwner): Promise<Allowed>;
  /** Every organisation: the Console's, then the others by age, oldest first. */
  all(): Promise<readonly Organisation[]>;
}
