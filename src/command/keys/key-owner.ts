import type { Suggestion } from "../../core/chat/form.ts";
import type { KeyProblem } from "../../core/account/keys/key.ts";
import type { KeyOwners } from "../../core/account/keys/key-store.ts";
import { encodeScope, ORGANISATION_SCOPE, workspaceScope, type Scope } from "../../core/account/policy/scope.ts";
import type { Conversation } from "../../core/chat/conversation.ts";
import { folded } from "../../core/request/read-text.ts";
import { nearest } from "../../core/request/nearest.ts";
import { isIdLike } from "../id-like.ts";
import { whoseText } from "../../text/render/keys.ts";
import type { Texts } from "../../text/texts.ts";

const EVERYONE = new Set(["everyone", "organisation", "all"]);

/**
 * Reads a key's owner: everyone, this workspace, a group or a member, as typed or as chosen from the list. A mention is never
 * compared with names.
 */
export function readKeyOwner(
  given: string,
  owners: KeyOwners,
  from: Conversation,
): { readonly ok: true; readonly scope: Scope } | { readonly ok: false; readonly problem: KeyProblem } {
  const word = folded(given);
  const workspace = workspaceScope(from);
  if (EVERYONE.has(word)) return { ok: true, scope: ORGANISATION_SCOPE };
  if (word === "workspace" || given === encodeScope(workspace)) return { ok: true, scope: workspace };
  const isNamed = !isIdLike(given);
  const offered = [
    ...owners.groups.map(({ id, name }) => ({ scope: { kind: "group", id } as const, names: [name, `group:${name}`] })),
    ...owners.accounts.map(({ id, name, userIds }) => ({
      scope: { kind: "account", id } as const,
      names: isNamed ? [`@${name}`, name] : userIds.flatMap((userId) => [`<@${userId}>`, userId]),
    })),
  ];
  const exact = offered.find(({ scope }) => encodeScope(scope) === given);
  const named = offered.filter(({ names }) => names.some((name) => folded(name) === word));
  const [only, ...others] = exact ? [exact] : named;
  if (only && others.length === 0) return { ok: true, scope: only.scope };
  const suggestion = isNamed
    ? nearest(
        given,
        offered.flatMap(({ names }) => names.slice(0, 1)),
      )
    : undefined;
  return { ok: false, problem: { rule: "no_such_owner", given, suggestion } };
}

/** The owners that can be chosen for a key. */
export function keyOwnerChoices(
  owners: KeyOwners,
  from: Conversation,
  texts: Texts,
  accountIds: readonly string[] = owners.accounts.map(({ id }) => id),
): readonly Suggestion[] {
  const scopes: readonly Scope[] = [
    ORGANISATION_SCOPE,
    workspaceScope(from),
    ...owners.groups.map(({ id }) => ({ kind: "group", id }) as const),
    ...accountIds.map((id) => ({ kind: "account", id }) as const),
  ];
  return scopes.map((scope) => ({
    value: scope.kind === "organisation" ? "everyone" : encodeScope(scope),
    // Choice lists show no markup.
    label: whoseText(scope, owners, from, texts, (name) => name),
  }));
}
