/** A tenant, as the operator sees it. */
export interface Organisation {
  readonly id: string;
  /** What the operator calls it in `ALLOWED_WORKSPACES`; undefined where nobody named it. */
  readonly name: string | undefined;
  /** Its workspaces, as `discord:<guild id>`, sorted. */
  readonly workspaces: readonly string[];
  /** The Console's: the operator's own. */
  readonly isConsole: boolean;
}

/** A workspace that the operator lets in, and whose it is to be. */
export interface WorkspaceOwner {
  readonly platform: string;
  readonly workspace: string;
  /** The organisation's name, or `console` for the Console's; undefined: one of its own. */
  readonly organisation: string | undefined;
}

export interface Allowed {
  readonly organisationId: string;
  /** It belongs to another organisation than the one that was named: only `/easel-admin join` moves what it has. */
  readonly isElsewhere: boolean;
}

/** What names the Console's organisation. */
export const CONSOLE_ORGANISATION = "console";

/** The port to organisations and their workspaces. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface OrganisationStore {
  /** The id of the Console's organisation, made on first use. */
  consoleOrganisation(): Promise<string>;
  /**
   * Lets a workspace use Easel. A new one becomes part of the named organisation, which is made on first use, or gets one of its
   * own. One that is known stays where it is; its organisation takes the name where neither had one.
   */
  allow(owner: WorkspaceOwner): Promise<Allowed>;
  /** Every organisation, the Console's first, then the oldest. */
  all(): Promise<readonly Organisation[]>;
}
