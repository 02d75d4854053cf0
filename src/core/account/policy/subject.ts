import { encodeWorkspace, type Conversation } from "../../chat/conversation.ts";

type Workspace = Pick<Conversation, "platform" | "workspace">;

/**
 * The people that a rule or group names: an account, or everyone with a role (Discord), in a user group (Slack), or in one of
 * Easel's groups: `account:<id>`, `role:<workspace>:<role id>`, `group:<id>`.
 */
export type Subject = string;

export function accountSubject(accountId: string): Subject {
  return `account:${accountId}`;
}

/** A role of a Discord server, a user group of a Slack workspace, or a role of the Console. */
export function roleSubject(conversation: Conversation, roleId: string): Subject {
  return rolesOf(conversation) + encodeURIComponent(roleId);
}

/** The prefix of all roles of a workspace. */
export function rolesOf(workspace: Workspace): string {
  return `role:${encodeWorkspace(workspace)}:`;
}

export function isRoleOf(workspace: Workspace, subject: Subject): boolean {
  return subject.startsWith(rolesOf(workspace));
}

/** The account id of a subject. Undefined for roles and groups. */
export function accountIdOf(subject: Subject): string | undefined {
  return subject.startsWith("account:") ? subject.slice("account:".length) : undefined;
}

/** The role id of a subject. Undefined unless it is a role of this workspace. */
export function roleIdIn(workspace: Workspace, subject: Subject): string | undefined {
  return isRoleOf(workspace, subject) ? decodeURIComponent(subject.slice(rolesOf(workspace).length)) : undefined;
}

export function groupSubject(groupId: string): Subject {
  return `group:${groupId}`;
}
