import { answer, type Command } from "../../src/command/command.ts";
import { actingOf } from "../../src/command/acting.ts";
import { tierText } from "../../src/command/keys/tier-text.ts";
import { limitsText } from "../../src/command/policy/limits-text.ts";

/** `/easel limits`: what one may do here, and which rule says so. */
export const easelLimits: Command = {
  spec: { name: "easel limits", options: [] },

  async run(invocation, context) {
    const { isAdmin } = invocation.actor;
    const { standing } = await actingOf(invocation, context);
    const hasClips = standing.keys.video !== undefined;
    const listed = hasClips ? await context.listVideoModels(standing.organisationId, invocation.signal) : undefined;
    const keys = await tierText(standing, isAdmin, context);
    return answer([limitsText(standing, listed, context.texts), keys].join("\n"));
  },
};
