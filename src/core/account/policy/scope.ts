import { encodeConversation, encodeWorkspace, type Conversation } from "../../chat/conversation.ts";

/**
 * Where a rule, quota, pause or key applies, widest first. Threads belong to their channel. Direct messages have their own scope
 * in each workspace. A key is a scope for quotas and pauses only.
 */
export const SCOPE_KINDS = ["organisation", "workspace", "group", "channel", "direct", "account", "key"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** `id`: empty for the organisation; otherwise the encoded workspace or channel, or the row's id. */
export interface Scope {
  readonly kind: ScopeKind;
  readonly id: string;
}

export const ORGANISATION_SCOPE: Scope = { kind: "organisation", id: "" };

/** `organisation`, `workspace:discord:1`, `channel:discord:1:2`, `direct:discord:1`, `group:<id>`, `account:<id>`, `key:<id>`. */
export function encodeScope({ kind, id }: Scope): string {
  return kind === "organisation" ? kind : `${kind}:${id}`;
}

/** The reverse of `encodeScope`; throws a RangeError for anything else. */
export function decodeScope(text: string): Scope {
  const end = text.indexOf(":");
  const name = end < 0 ? text : text.slice(0, end);
  const id = end < 0 ? "" : text.slice(end + 1);
  const kind = SCOPE_KINDS.find((known) => known === name);
  if (kind === undefined || (kind === "organisation") !== (id === "")) throw new RangeError(`not a scope: ${text}`);
  return { kind, id };
}

/** The scope of a whole workspace. */
export function workspaceScope(conversation: Conversation): Scope {
  return { kind: "workspace", id: encodeWorkspace(conversation) };
}

/** The scope of a channel including its threads; a workspace's direct messages share one scope. */
export function placeScope(conversation: Conversation, isDirect: boolean): Scope {
  if (isDirect) return { kind: "direct", id: encodeWorkspace(conversation) };
  const { platform, workspace, channel } = conversation;
  return { kind: "channel", id: encodeConversation({ platform, workspace, channel }) };
}

/** Every scope that applies to a member of these groups in this place, widest first. */
export function scopesOf(at: {
  readonly conversation: Conversation;
  readonly isDirect: boolean;
  readonly accountId: string;
  readonly groupIds: readonly string[];
}): readonly Scope[] {
  return [
    ORGANISATION_SCOPE,
    workspaceScope(at.conversation),
    ...at.groupIds.map((id) => ({ kind: "group", id }) as const),
    placeScope(at.conversation, at.isDirect),
    { kind: "account", id: at.accountId },
  ];
}
