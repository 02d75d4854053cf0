import type { Command } from "../../src/command/command.ts";
import { PAUSE_OPTIONS, setPaused } from "../../src/command/policy/pausing.ts";

/** `/easel-admin pause`: stops new jobs in the channel, the workspace or the organisation, or with a key. */
export const pause: Command = {
  spec: {
    name: "easel-admin pause",
    effect: "changes",
    example: "workspace",
    adminOnly: true,
    options: PAUSE_OPTIONS,
    textOption: "scope",
  },
  run: (invocation, context) => setPaused(invocation, context, true),
};
