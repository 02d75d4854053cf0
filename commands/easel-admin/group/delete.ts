import { answer } from "../../../src/command/reply.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { groupToDelete } from "../../../src/command/admin/group-settings.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { resolveGroup } from "../../../src/command/admin/groups.ts";
import { typedName } from "../../../src/text/render/shown.ts";
import { GROUP_NAME_CHARACTERS } from "../../../src/lib/limits.ts";

/** `/easel-admin groups delete`: deletes a group with its rules and quotas, unless it owns keys. */
export const groupsDelete: Command = {
  spec: {
    name: "easel-admin groups delete",
    effect: "changes",
    example: "designers",
    adminOnly: true,
    textOption: "group",
    options: [{ name: "group", type: "text", maxLength: GROUP_NAME_CHARACTERS }],
  },

  setting: groupToDelete,

  async run(invocation, context) {
    const { texts, groups } = context;
    const acting = await actingOf(invocation, context);
    const resolved = await resolveGroup(invocation, acting, context);
    if (!resolved.ok) return resolved.reply;
    const { id, name, members } = resolved.value;
    const deleted = await groups.delete(acting, id);
    if (deleted.kind === "owns_keys") {
      return answer(
        texts.people.groupOwnsKeys(
          escapeText(name),
          texts.list(deleted.keys.map(escapeText)),
          typedName(deleted.keys[0] ?? ""),
        ),
      );
    }
    return answer(texts.people.groupDeleted(escapeText(name), members.length));
  },
};
