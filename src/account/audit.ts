import type { Scope } from "./scope.ts";

/** Who did something, as the audit keeps it. */
export interface AuditActor {
  /** Undefined for Easel itself. */
  readonly accountId: string | undefined;
  readonly name: string;
  /** `encodeWorkspace` of where they did it. */
  readonly workspace: string;
}

/** An act to be kept: the same words for ever, since rows are only added. `before` and `after` never hold a secret. */
export interface AuditEntry {
  readonly organisationId: string;
  readonly actor: AuditActor;
  /** What was done, such as `policy.set`, `key.added`, `quota.granted`, `approval.approved`, `group.member_added`. */
  readonly action: string;
  readonly scope?: Scope;
  readonly before?: unknown;
  readonly after?: unknown;
}
