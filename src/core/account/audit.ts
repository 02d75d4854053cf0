import type { Scope } from "./policy/scope.ts";

/** Who did something, as the audit keeps it. */
export interface AuditActor {
  /** Undefined for Easel itself. */
  readonly accountId: string | undefined;
  readonly name: string;
  /** `encodeWorkspace` of where they did it. */
  readonly workspace: string;
}

/** What is done, and never called otherwise: rows are only added. Each has its words in `text/audit.ts`. */
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
  | "group.created"
  | "group.deleted"
  | "group.member_added"
  | "group.member_removed"
  | "organisation.joined"
  | "account.linked"
  | "account.unlinked";

/** An act to be kept: the same words for ever, since rows are only added. `before` and `after` never hold a secret. */
export interface AuditEntry {
  readonly organisationId: string;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly scope?: Scope;
  readonly before?: unknown;
  readonly after?: unknown;
}
