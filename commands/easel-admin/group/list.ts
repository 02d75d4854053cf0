import { answer } from "../../../src/command/reply.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { memberLines } from "../../../src/command/admin/group-settings.ts";

/** `/easel-admin groups list`: the groups and their members. */
export const groupsList: Command = {
  spec: { name: "easel-admin groups list", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { texts } = context;
    const acting = await actingOf(invocation, context);
    const groups = await context.groups.list(acting.organisationId);
    if (groups.length === 0) return answer(texts.people.noGroups);
    const lines = await memberLines(groups, invocation, acting, context);
    return answer([texts.people.groups, ...lines].join("\n"));
  },
};
