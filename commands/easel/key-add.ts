import type { Command } from "../../src/command/command.ts";
import { askForKey } from "../../src/command/keys/key-form.ts";

/** `/easel key add`: opens the form for a key of one's own. What is typed beside it is refused before it comes here. */
export const keyAdd: Command = {
  spec: {
    name: "easel key add",
    effect: "changes",
    textOption: "secret",
    options: [{ name: "secret", type: "text", inline: true, hidden: true }],
  },

  run: (invocation, context) => askForKey("own", invocation, context),
};
