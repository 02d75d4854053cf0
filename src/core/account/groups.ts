import type { AuditActor } from "./audit.ts";
import type { Subject } from "./policy/subject.ts";

/** Accounts that share keys, policy and quota. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** Sorted. */
  readonly members: readonly Subject[];
}

/** A member to add to or remove from a group, with the current name, which the audit stores. */
export interface GroupMember {
  readonly subject: Subject;
  readonly name: string;
}

/** The organisation of a change, and the person who makes it. */
export interface GroupChange {
  readonly organisationId: string;
  readonly actor: AuditActor;
}

/**
 * The port to groups. Names are unique, ignoring case. Rejects with `DatabaseUnavailableError` if the database is unavailable.
 */
export interface GroupStore {
  /** Sorted by name. */
  list(organisationId: string): Promise<readonly Group[]>;
  /** `taken`: the name exists; `full`: the organisation has as many groups as allowed. */
  create(change: GroupChange, name: string): Promise<"created" | "taken" | "full">;
  /** Deletes a group with its rules and quotas. If it owns keys, deletes nothing and returns their names. */
  delete(change: GroupChange, groupId: string): Promise<DeletedGroup>;
  /** `already`: nothing changed; `full`: the group has as many members as allowed. */
  add(change: GroupChange, groupId: string, member: GroupMember): Promise<"added" | "already" | "full" | "gone">;
  remove(change: GroupChange, groupId: string, member: GroupMember): Promise<"removed" | "absent">;
}

export type DeletedGroup =
  | { readonly kind: "deleted" }
  | { readonly kind: "gone" }
  | { readonly kind: "owns_keys"; readonly keys: readonly string[] };
