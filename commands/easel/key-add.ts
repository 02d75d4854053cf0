import type { Command } from "../../src/command/command.ts";
import { askForKey } from "../../src/command/keys/key-form.ts";

/** `/easel key add`: opens the form for a member's own key. A key typed in the command itself is refused earlier. */
export const keyAdd: Command = {
  spec: {
    name: "easel key add",
    effect: "changes",
    textOption: "secret",
    options: [{ name: "secret", type: "text", inline: true, hidden: true }],
  },

  run: (invocation, context) => askForKey("own", invocation, context),
};
