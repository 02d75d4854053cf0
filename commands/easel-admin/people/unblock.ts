import type { Command } from "../../../src/command/command.ts";
import { personToUnblock, setBlocked } from "../../../src/command/policy/block.ts";

/** `/easel-admin people unblock`: lets someone make things again. */
export const peopleUnblock: Command = {
  spec: {
    name: "easel-admin people unblock",
    effect: "changes",
    example: "@max",
    adminOnly: true,
    options: [{ name: "person", type: "person" }],
    textOption: "person",
  },
  setting: personToUnblock,

  run: (invocation, context) => setBlocked(invocation, context, false),
};
