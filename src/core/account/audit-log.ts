/** What is kept of an admin's acts, to be read. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface AuditLog {
  /** The newest acts of an organisation, the newest first. */
  recent(organisationId: string, filter: AuditFilter, limit: number): Promise<readonly KeptAct[]>;
  /** What groups, keys and people (`encodeScope`) were called that are no longer there, as far as it was kept. */
  formerNames(organisationId: string, scopes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface AuditFilter {
  /** Part of a name, whatever its case, or the id of an account. */
  readonly who?: { readonly name: string } | { readonly accountId: string };
  /** How the action begins, such as `key` or `key.added`. */
  readonly action?: string;
  readonly since?: Date;
  /** Only what was kept before this one. */
  readonly before?: number;
}

/** An act as it was kept. */
export interface KeptAct {
  /** Grows with each act. */
  readonly id: number;
  readonly at: Date;
  /** Undefined for Easel itself. */
  readonly accountId: string | undefined;
  readonly name: string;
  /** `encodeWorkspace` of where they did it. */
  readonly workspace: string;
  readonly action: string;
  /** `encodeScope`. */
  readonly scope: string | undefined;
  readonly before: unknown;
  readonly after: unknown;
}
