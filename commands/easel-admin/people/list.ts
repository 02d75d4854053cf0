import { answer } from "../../../src/command/reply.ts";
import { blockedText } from "../../../src/command/policy/block.ts";
import { type Command } from "../../../src/command/command.ts";

/** `/easel-admin people list`: who is blocked in the whole organisation. */
export const peopleList: Command = {
  spec: { name: "easel-admin people list", adminOnly: true, options: [] },

  async run(invocation, context) {
    return answer((await blockedText(invocation, context)).line);
  },
};
