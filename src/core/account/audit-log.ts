/** The port for reading the audit. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface AuditLog {
  /**
   * An organisation's latest entries, newest first: at most `limit`. Stops after the entry whose states bring the total to
   * `bytes` as JSON.
   */
  recent(organisationId: string, filter: AuditFilter, limit: number, bytes?: number): Promise<readonly AuditRecord[]>;
  /** Former names of deleted groups, keys and people, by `encodeScope`; without those that are unknown. */
  formerNames(organisationId: string, scopes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface AuditFilter {
  /** Part of a name, ignoring case, or an account's id. */
  readonly who?: { readonly name: string } | { readonly accountId: string };
  /** The beginning of the action, such as `key` or `key.added`. */
  readonly action?: string;
  readonly since?: Date;
  /** Only entries before this one. */
  readonly before?: number;
}

/** A stored entry. */
export interface AuditRecord {
  /** Grows with each entry. */
  readonly id: number;
  readonly at: Date;
  /** Undefined for Easel itself. */
  readonly accountId: string | undefined;
  readonly name: string;
  /** The workspace where it was done (`encodeWorkspace`). */
  readonly workspace: string;
  readonly action: string;
  /** `encodeScope`. */
  readonly scope: string | undefined;
  readonly before: unknown;
  readonly after: unknown;
}
