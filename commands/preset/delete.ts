import type { Invocation } from "../../src/command/invocation.ts";
import { answer, refuse, type Reply } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { type Command, type CommandContext } from "../../src/command/command.ts";
import { notAdminText } from "../../src/command/admin/not-admin.ts";
import { noSuchPreset, presetToDelete } from "../../src/command/admin/preset-settings.ts";
import { nearest } from "../../src/core/request/nearest.ts";
import { presetScopes } from "../../src/command/admin/presets.ts";
import { PRESET_NAME_CHARACTERS } from "../../src/lib/limits.ts";

/** `/preset delete`: deletes a member's own preset. Admins can also delete the channel's. */
export const presetDelete: Command = {
  spec: {
    name: "preset delete",
    effect: "changes",
    example: "poster",
    textOption: "preset",
    options: [
      { name: "preset", type: "text", maxLength: PRESET_NAME_CHARACTERS },
      { name: "for_channel", type: "flag" },
    ],
  },

  setting: presetToDelete(deletePreset),

  run: deletePreset,
};

async function deletePreset(invocation: Invocation, context: CommandContext): Promise<Reply> {
  const { texts, presets, memberships } = context;
  const name = String(invocation.options["preset"] ?? "").trim();
  if (name === "") return refuse([{ rule: "missing_option", option: "preset" }]);
  const forChannel = invocation.options["for_channel"] === true;
  if (forChannel && !invocation.actor.isAdmin) {
    return answer(notAdminText(invocation.actor, context, texts.presets.channelByAdmins));
  }
  const membership = await memberships.membershipOf(invocation);
  if (!membership) throw new Error("the workspace is unclaimed, but a command ran in it");
  const [own, channel] = presetScopes(membership, invocation);
  const deleted = await presets.delete(membership.organisationId, forChannel ? channel : own, name);
  if (deleted) return answer(texts.presets.deleted(escapeText(name)));
  const theirs = await presets.list(membership.organisationId, [forChannel ? channel : own]);
  return noSuchPreset(
    name,
    nearest(
      name,
      theirs.map((preset) => preset.name),
    ),
    texts,
  );
}
