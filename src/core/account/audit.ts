import type { Scope } from "./policy/scope.ts";

/** The person who did something, as the audit stores them. */
export interface AuditActor {
  /** Undefined for Easel itself. */
  readonly accountId: string | undefined;
  readonly name: string;
  /** The workspace where it was done (`encodeWorkspace`). */
  readonly workspace: string;
}

/** Actions of the audit. Never rename one, because stored entries are permanent. `text/audit.ts` has a text for each. */
export type AuditAction =
  | "workspace.claimed"
  | "workspace.set"
  | "policy.set"
  | "paused"
  | "resumed"
  | "quota.set"
  | "quota.cleared"
  | "quota.granted"
  | "quota.refunded"
  | "requests.refunded"
  | "requests.retried"
  | "approval.approved"
  | "approval.declined"
  | "key.added"
  | "key.assigned"
  | "key.disabled"
  | "key.enabled"
  | "key.removed"
  | "key.checked"
  | "key.slots_freed"
  | "key.refused"
  | "key.spent"
  | "key.rested"
  | "key.restored"
  | "channel.renamed"
  | "channel.removed"
  | "group.created"
  | "group.deleted"
  | "group.member_added"
  | "group.member_removed"
  | "organisation.joined"
  | "account.linked"
  | "account.unlinked"
  | "account.exported"
  | "account.forgotten";

/** An entry to store. Its format is permanent, because entries are never changed. `before` and `after` never contain a secret. */
export interface AuditEntry {
  readonly organisationId: string;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly scope?: Scope;
  readonly before?: unknown;
  readonly after?: unknown;
}
