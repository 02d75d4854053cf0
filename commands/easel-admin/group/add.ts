import { answer, unfit } from "../../../src/command/reply.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { memberToAdd } from "../../../src/command/admin/group-settings.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { GROUP_MEMBER_OPTIONS, resolveGroup, resolveMember } from "../../../src/command/admin/groups.ts";
import { typedName } from "../../../src/text/render/shown.ts";
import { MAX_GROUP_MEMBERS } from "../../../src/lib/limits.ts";

/** `/easel-admin groups add`: adds a person, or everyone with a role, to a group. */
export const groupsAdd: Command = {
  spec: {
    name: "easel-admin groups add",
    effect: "changes",
    example: "designers --person @max",
    adminOnly: true,
    textOption: "group",
    options: GROUP_MEMBER_OPTIONS,
  },

  setting: memberToAdd,

  async run(invocation, context) {
    const { texts, groups } = context;
    const acting = await actingOf(invocation, context);
    const group = await resolveGroup(invocation, acting, context);
    if (!group.ok) return group.reply;
    const member = await resolveMember("add", group.value.name, invocation, acting, context);
    if (!member.ok) return member.reply;
    const [name, who] = [escapeText(group.value.name), escapeText(member.value.name)];
    const { length } = group.value.members;
    switch (await groups.add(acting, group.value.id, member.value)) {
      case "added":
        return answer(texts.people.memberAdded(who, name, length, length + 1));
      case "already":
        return answer(texts.people.memberAlready(who, name));
      case "full":
        return unfit("group", texts.people.groupFull(name, MAX_GROUP_MEMBERS, typedName(group.value.name)));
      case "gone":
        return unfit("group", texts.people.noSuchGroup(name, undefined, typedName(group.value.name)));
    }
  },
};
