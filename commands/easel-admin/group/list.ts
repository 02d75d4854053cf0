import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { answer, type Command } from "../../../src/command/command.ts";
import { memberNames } from "../../../src/command/admin/groups.ts";

/** `/easel-admin groups list`: the groups, and who is in them. */
export const groupsList: Command = {
  spec: { name: "easel-admin groups list", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { texts } = context;
    const acting = await actingOf(invocation, context);
    const groups = await context.groups.list(acting.organisationId);
    if (groups.length === 0) return answer(texts.people.noGroups);
    const subjects = [...new Set(groups.flatMap(({ members }) => members))];
    const names = await memberNames(subjects, invocation, acting, context);
    const lines = groups.map(({ name, members }) => {
      const list = members.map((member) => escapeText(names.get(member) ?? member)).join(", ");
      return `• **${escapeText(name)}** · ${list === "" ? texts.people.nobody : list}`;
    });
    return answer([texts.people.groups, ...lines].join("\n"));
  },
};
