import type { Command } from "../../../src/command/command.ts";
import { personToBlock, setBlocked } from "../../../src/command/policy/block.ts";

/** `/easel-admin people block`: keeps someone from making anything in the whole organisation. */
export const peopleBlock: Command = {
  spec: {
    name: "easel-admin people block",
    effect: "changes",
    example: "@max",
    adminOnly: true,
    options: [{ name: "person", type: "person" }],
    textOption: "person",
  },
  setting: personToBlock,

  run: (invocation, context) => setBlocked(invocation, context, true),
};
