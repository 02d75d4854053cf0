import type { Conversation } from "../../chat/conversation.ts";
import type { AuditActor } from "../audit.ts";
import type { PolicySettings } from "./policy.ts";
import type { Scope } from "./scope.ts";
import type { Pause } from "../membership.ts";

/** In which organisation something is changed, and who changes it. */
export interface Change {
  readonly organisationId: string;
  readonly actor: AuditActor;
}

/** What a change did, and what someone else has changed of the same just before. */
export interface Changed<T> {
  readonly before: T;
  readonly after: T;
  readonly lately: LateChange<T> | undefined;
}

/** A change by another admin that this one may not have seen. */
export interface LateChange<T> {
  readonly by: string;
  /** How long ago, in milliseconds. */
  readonly agoMs: number;
  readonly before: T;
  readonly after: T;
}

/** What admins set for a whole workspace beside its rules. */
export interface WorkspaceSettings {
  /** An IANA zone. */
  readonly timeZone: string;
  /** `encodeConversation` of where admins are asked and told; undefined: nowhere. */
  readonly adminChannel: string | undefined;
}

/**
 * The port to what admins say. Every change is one on top of what is there at that moment, is kept in the audit, and is told to
 * all processes. Rejects with `DatabaseUnavailableError` when it can't tell.
 */
export interface Policies {
  /** What a scope says itself. */
  settings(organisationId: string, scope: Scope): Promise<PolicySettings>;
  /** `how` is pure, and is given what the scope says by then. */
  change(
    change: Change,
    scope: Scope,
    how: (before: PolicySettings) => PolicySettings,
  ): Promise<Changed<PolicySettings>>;

  workspace(organisationId: string, workspace: WorkspaceName): Promise<WorkspaceSettings>;
  /** The IANA zone by whose clocks a workspace is told moments; UTC for one that is not the organisation's. */
  timeZone(organisationId: string, workspace: WorkspaceName): Promise<string>;
  changeWorkspace(
    change: Change,
    workspace: WorkspaceName,
    settings: Partial<WorkspaceSettings>,
  ): Promise<Changed<WorkspaceSettings>>;

  /** Everything that is paused in an organisation, by when it was. */
  pauses(organisationId: string): Promise<readonly Pause[]>;
  /** Stops new jobs in a scope. Returns who had stopped it before, if anyone had. */
  pause(change: Change, scope: Scope): Promise<Pause | undefined>;
  /** Lets them go on; what waits for it is claimed at once. Returns who had stopped it, if anyone had. */
  resume(change: Change, scope: Scope): Promise<Pause | undefined>;
}

export type WorkspaceName = Pick<Conversation, "platform" | "workspace">;
