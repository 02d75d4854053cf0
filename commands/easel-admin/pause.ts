import type { Command } from "../../src/command/command.ts";
import { PAUSE_OPTIONS, setPaused } from "../../src/command/policy/pausing.ts";

/** `/easel-admin pause`: makes nothing new in the channel, the workspace, the organisation or with a key for now. */
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
