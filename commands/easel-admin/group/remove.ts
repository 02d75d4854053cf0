import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { answer, type Command } from "../../../src/command/command.ts";
import { GROUP_MEMBER_OPTIONS, resolveGroup, resolveMember, memberNames } from "../../../src/command/admin/groups.ts";

/** `/easel-admin groups remove`: a person, or all who have a role, are members of a group no longer. */
export const groupsRemove: Command = {
  spec: {
    name: "easel-admin groups remove",
    effect: "changes",
    example: "designers --person @max",
    adminOnly: true,
    textOption: "group",
    options: GROUP_MEMBER_OPTIONS,
  },

  async run(invocation, context) {
    const { texts, groups } = context;
    const acting = await actingOf(invocation, context);
    const group = await resolveGroup(invocation, acting, context);
    if (!group.ok) return group.reply;
    const { id, name, members } = group.value;
    // Whoever has left the workspace is still known by the name that the list shows.
    const names = await memberNames(members, invocation, acting, context);
    const given = String(invocation.options["person"] ?? invocation.options["role"] ?? "").trim();
    const listed = members.filter((member) => names.get(member)?.toLowerCase() === given.toLowerCase());
    const [only] = listed.length === 1 ? listed : [];
    const meant =
      only === undefined
        ? await resolveMember(invocation, acting, context)
        : { ok: true as const, value: { subject: only, name: names.get(only) ?? given } };
    if (!meant.ok) return meant.reply;
    const who = escapeText(meant.value.name);
    const outcome = await groups.remove(acting, id, meant.value);
    return answer(
      outcome === "removed"
        ? texts.people.memberRemoved(who, escapeText(name), members.length, members.length - 1)
        : texts.people.memberAbsent(who, escapeText(name)),
    );
  },
};
