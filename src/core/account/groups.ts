import type { AuditActor } from "./audit.ts";
import type { Subject } from "./policy/subject.ts";

/** Accounts that share keys, policy and quota. */
export interface Group {
  readonly id: string;
  readonly name: string;
  /** Sorted. */
  readonly members: readonly Subject[];
}

/** Whom a group takes in or lets go, and what they are called then: the audit keeps it. */
export interface GroupMember {
  readonly subject: Subject;
  readonly name: string;
}

/** A change of groups: in which organisation, and who makes it. */
export interface GroupChange {
  readonly organisationId: string;
  readonly actor: AuditActor;
}

/** The port to where groups are kept. Names differ in more than case. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface GroupStore {
  /** By name. */
  list(organisationId: string): Promise<readonly Group[]>;
  /** `taken`: there is one of that name; `full`: there are as many as there may be. */
  create(change: GroupChange, name: string): Promise<"created" | "taken" | "full">;
  /** With its rules and quotas. Not while keys are its own: their names. */
  delete(change: GroupChange, groupId: string): Promise<DeletedGroup>;
  /** `already`: nothing changed; `full`: it names as many as it may. */
  add(change: GroupChange, groupId: string, member: GroupMember): Promise<"added" | "already" | "full" | "gone">;
  remove(change: GroupChange, groupId: string, member: GroupMember): Promise<"removed" | "absent">;
}

export type DeletedGroup =
  | { readonly kind: "deleted" }
  | { readonly kind: "gone" }
  | { readonly kind: "owns_keys"; readonly keys: readonly string[] };
