import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, type Reply } from "../../../src/command/reply.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { memberToRemove } from "../../../src/command/admin/group-settings.ts";
import type { Group } from "../../../src/core/account/groups.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { isIdLike } from "../../../src/command/id-like.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { GROUP_MEMBER_OPTIONS, resolveGroup, resolveMember, memberNames } from "../../../src/command/admin/groups.ts";

/** `/easel-admin groups remove`: removes a person, or everyone with a role, from a group. */
export const groupsRemove: Command = {
  spec: {
    name: "easel-admin groups remove",
    effect: "changes",
    example: "designers --person @max",
    adminOnly: true,
    textOption: "group",
    options: GROUP_MEMBER_OPTIONS,
  },

  setting: memberToRemove(removeMember),

  async run(invocation, context) {
    const acting = await actingOf(invocation, context);
    const group = await resolveGroup(invocation, acting, context);
    if (!group.ok) return group.reply;
    const { options } = invocation;
    return removeMember(group.value, String(options["person"] ?? options["role"] ?? "").trim(), invocation, context);
  },
};

async function removeMember(
  { id, name, members }: Group,
  given: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  const { texts, groups } = context;
  const acting = await actingOf(invocation, context);
  // A person who has left the workspace can still be named as in the list.
  const names = await memberNames(members, invocation, acting, context);
  const listed = isIdLike(given)
    ? []
    : members.filter((member) => names.get(member)?.toLowerCase() === given.toLowerCase());
  const only = members.find((member) => member === given) ?? (listed.length === 1 ? listed[0] : undefined);
  const resolved =
    only === undefined
      ? await resolveMember("remove", name, invocation, acting, context)
      : { ok: true as const, value: { subject: only, name: names.get(only) ?? given } };
  if (!resolved.ok) return resolved.reply;
  const who = escapeText(resolved.value.name);
  const outcome = await groups.remove(acting, id, resolved.value);
  return answer(
    outcome === "removed"
      ? texts.people.memberRemoved(who, escapeText(name), members.length, members.length - 1)
      : texts.people.memberAbsent(who, escapeText(name)),
  );
}
