import type { Conversation } from "../../chat/conversation.ts";
import type { AuditActor } from "../audit.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Money } from "../../request/prices.ts";
import type { PolicySettings } from "./policy.ts";
import type { Scope } from "./scope.ts";
import type { Pause } from "../membership.ts";

/** The organisation of a change, and the person who makes it. */
export interface Change {
  readonly organisationId: string;
  readonly actor: AuditActor;
}

/** The effect of a change, and another admin's recent change to the same settings. */
export interface Changed<T> {
  readonly before: T;
  readonly after: T;
  readonly lately: LateChange<T> | undefined;
}

/** Another admin's change, which this admin may not have seen. */
export interface LateChange<T> {
  readonly by: string;
  /** Its age in milliseconds. */
  readonly agoMs: number;
  readonly before: T;
  readonly after: T;
}

/** Settings of a whole workspace besides its rules. */
export interface WorkspaceSettings {
  /** An IANA zone. */
  readonly timeZone: string;
  /** `encodeConversation` of the admin channel; undefined: not set. */
  readonly adminChannel: string | undefined;
  /** The monthly amount that admins are warned about, and the language of the admin who set it. */
  readonly budget?: SetBudget | undefined;
}

/** A budget as an admin set it. */
export interface SetBudget extends Money {
  readonly locale: Locale;
}

/**
 * The port to the rules that admins set. Every change applies to the latest state, is audited, and is announced to all processes.
 * Rejects with `DatabaseUnavailableError` if the database is unavailable.
 */
export interface Policies {
  /** A scope's own settings. */
  settings(organisationId: string, scope: Scope): Promise<PolicySettings>;
  /** `how` is pure and receives the latest settings. */
  change(
    change: Change,
    scope: Scope,
    how: (before: PolicySettings) => PolicySettings,
  ): Promise<Changed<PolicySettings>>;

  workspace(organisationId: string, workspace: WorkspaceName): Promise<WorkspaceSettings>;
  /** A workspace's IANA time zone for displaying times; UTC for a workspace of another organisation. */
  timeZone(organisationId: string, workspace: WorkspaceName): Promise<string>;
  changeWorkspace(
    change: Change,
    workspace: WorkspaceName,
    settings: Partial<WorkspaceSettings>,
  ): Promise<Changed<WorkspaceSettings>>;

  /** An organisation's pauses, oldest first. */
  pauses(organisationId: string): Promise<readonly Pause[]>;
  /** Stops new jobs in a scope. If it was already paused, returns that pause. */
  pause(change: Change, scope: Scope): Promise<Pause | undefined>;
  /** Resumes new jobs; waiting ones are claimed immediately. Returns the former pause, if any. */
  resume(change: Change, scope: Scope): Promise<Pause | undefined>;
}

export type WorkspaceName = Pick<Conversation, "platform" | "workspace">;
