import type { Invocation } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import { ORGANISATION_SCOPE, placeScope, workspaceScope, type Scope } from "../../core/account/policy/scope.ts";
import { rulerText } from "../../text/render/policy-problems.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { resolveGroup } from "../admin/groups.ts";
import type { OptionSpec } from "../parse/spec.ts";

/** The kind of scope whose rules a command changes. */
export type Target = "channel" | "workspace" | "organisation" | "group";

/** The scope, and its name for people. */
export type TargetScope =
  | { readonly ok: true; readonly scope: Scope; readonly what: string }
  | { readonly ok: false; readonly reply: Reply };

/** The option that selects the scope, if there are several. */
export function targetOptions(target: Target): readonly OptionSpec[] {
  return target === "group" ? [{ name: "group", type: "text" }] : [];
}

/** The options that name a group, given its id; undefined if there is no such group. */
export async function groupOptions(
  groupId: string | undefined,
  { organisationId }: Acting,
  { groups }: CommandContext,
): Promise<{ readonly group: string } | undefined> {
  const group = (await groups.list(organisationId)).find(({ id }) => id === groupId);
  return group && { group: group.name };
}

/** An example of a command's options; for groups, preceded by a name. */
export function exampleFor(target: Target, options = ""): string {
  return [...(target === "group" ? ["designers"] : []), options].join(" ").trim();
}

/** Resolves the channel, workspace or organisation of the command, or the group with that name. */
export async function resolveScope(
  target: Target,
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<TargetScope> {
  const { conversation, isDirect = false } = invocation;
  const { texts } = context;
  if (target !== "group") {
    const scope = {
      channel: () => placeScope(conversation, isDirect),
      workspace: () => workspaceScope(conversation),
      organisation: () => ORGANISATION_SCOPE,
    }[target]();
    return { ok: true, scope, what: rulerText({ kind: scope.kind, name: undefined }, texts) };
  }
  const group = await resolveGroup(invocation, acting, context);
  if (!group.ok) return group;
  const { id, name } = group.value;
  return { ok: true, scope: { kind: "group", id }, what: rulerText({ kind: "group", name }, texts) };
}
