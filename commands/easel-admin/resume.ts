import type { Command } from "../../src/command/command.ts";
import { PAUSE_OPTIONS, setPaused } from "../../src/command/policy/pausing.ts";

/** `/easel-admin resume`: ends a pause; waiting jobs continue immediately. */
export const resume: Command = {
  spec: {
    name: "easel-admin resume",
    effect: "changes",
    example: "workspace",
    adminOnly: true,
    options: PAUSE_OPTIONS,
    textOption: "scope",
  },
  run: (invocation, context) => setPaused(invocation, context, false),
};
