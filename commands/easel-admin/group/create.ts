import { answer, refuse, unfit } from "../../../src/command/reply.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { groupToCreate } from "../../../src/command/admin/group-settings.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { GROUP_NAME_CHARACTERS, MAX_GROUPS } from "../../../src/lib/limits.ts";
import { typedName } from "../../../src/text/render/shown.ts";
import { isBlank, storable } from "../../../src/core/request/read-text.ts";

/** `/easel-admin groups create`: creates an empty group. */
export const groupsCreate: Command = {
  spec: {
    name: "easel-admin groups create",
    effect: "changes",
    example: "designers",
    adminOnly: true,
    textOption: "group",
    options: [{ name: "group", type: "text", maxLength: GROUP_NAME_CHARACTERS }],
  },

  setting: groupToCreate,

  async run(invocation, context) {
    const { texts, groups } = context;
    const name = storable(String(invocation.options["group"] ?? ""))
      .replaceAll(/\s+/g, " ")
      .trim();
    if (isBlank(name)) return refuse([{ rule: "missing_option", option: "group" }]);
    if (name.length > GROUP_NAME_CHARACTERS) {
      return refuse([{ rule: "too_long", option: "group", length: name.length, max: GROUP_NAME_CHARACTERS }]);
    }
    const { organisationId, actor } = await actingOf(invocation, context);
    switch (await groups.create({ organisationId, actor }, name)) {
      case "created":
        return answer(texts.people.groupCreated(escapeText(name)));
      case "taken":
        return unfit("group", texts.people.groupTaken(escapeText(name), typedName(name)));
      case "full":
        return unfit("group", texts.people.groupsFull(MAX_GROUPS));
    }
  },
};
