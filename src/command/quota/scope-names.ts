import type { Invocation } from "../invocation.ts";
import { encodeScope, placeScope, type Scope } from "../../core/account/policy/scope.ts";
import { decodeConversation, encodeWorkspace } from "../../core/chat/conversation.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { ScopeNames } from "../../text/render/quota.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";

/** Names of a member's scopes: groups by name, the others by their relation to the member. */
export function ownScopeNames(
  { membership }: Pick<Acting, "membership">,
  { texts }: Pick<CommandContext, "texts">,
): ScopeNames {
  return new Map(
    membership.groups.map(({ id, name }) => [encodeScope({ kind: "group", id }), texts.quota.group(escapeText(name))]),
  );
}

/** Names of scopes for an admin: by name, if known. */
export async function scopeNames(
  scopes: readonly Scope[],
  { conversation }: Pick<Invocation, "conversation">,
  { organisationId }: Pick<Acting, "organisationId">,
  {
    groups,
    people,
    keyring,
    platform,
    texts,
  }: Pick<CommandContext, "groups" | "people" | "keyring" | "platform" | "texts">,
): Promise<ScopeNames> {
  const say = texts.quota;
  const idsOf = (kind: Scope["kind"]): string[] => scopes.filter((one) => one.kind === kind).map(({ id }) => id);
  const [groupList, keys, accounts] = await Promise.all([
    idsOf("group").length > 0 ? groups.list(organisationId) : [],
    idsOf("key").length > 0 ? keyring.list(organisationId) : [],
    people.names(organisationId, idsOf("account")),
  ]);
  const nameOf = async ({ kind, id }: Scope): Promise<string | undefined> => {
    switch (kind) {
      case "group": {
        const group = groupList.find((one) => one.id === id);
        return group && say.group(escapeText(group.name));
      }
      case "key": {
        const key = keys.find((one) => one.id === id);
        return key && say.key(escapeText(key.name));
      }
      case "account":
        return escapeText(accounts.get(id) ?? id);
      case "workspace":
        return id === encodeWorkspace(conversation) ? undefined : say.otherWorkspace(id);
      case "channel":
        return id === placeScope(conversation, false).id ? undefined : channelName(id);
      default:
        return undefined;
    }
  };
  const channelName = async (id: string): Promise<string> => {
    const there = decodeConversation(id);
    const isHere = encodeWorkspace(there) === encodeWorkspace(conversation);
    const found = isHere ? await platform.lookUp(conversation, "channel", there.channel) : undefined;
    return say.channel(found ? escapeText(found.name) : `\`${id}\``);
  };
  const named = await Promise.all(scopes.map(async (scope) => [encodeScope(scope), await nameOf(scope)] as const));
  return new Map(named.flatMap(([scope, name]) => (name === undefined ? [] : [[scope, name] as const])));
}
