import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";
import { presetsFor, presetText } from "../../src/command/admin/presets.ts";

/** `/preset list`: the member's presets and the channel's. */
export const presetList: Command = {
  spec: { name: "preset list", isDefault: true, options: [] },

  async run(invocation, context) {
    const { texts, memberships } = context;
    const membership = await memberships.membershipOf(invocation);
    const presets = membership ? await presetsFor(membership, invocation, context) : [];
    if (presets.length === 0) return answer(texts.presets.none);
    const lines = presets.map((preset) => {
      const whose = preset.scope.kind === "account" ? texts.presets.yours : texts.presets.ofChannel;
      return `• ${presetText(preset)} · ${whose}`;
    });
    return answer([texts.presets.title, ...lines].join("\n"));
  },
};
