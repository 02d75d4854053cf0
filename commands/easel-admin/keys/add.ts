import type { Command } from "../../../src/command/command.ts";
import { askForKey } from "../../../src/command/keys/key-form.ts";

/** `/easel-admin keys add`: opens the form for a key. A key typed in the command itself is refused earlier. */
export const keysAdd: Command = {
  spec: {
    name: "easel-admin keys add",
    effect: "changes",
    adminOnly: true,
    textOption: "secret",
    options: [{ name: "secret", type: "text", inline: true, hidden: true }],
  },

  run: (invocation, context) => askForKey("organisation", invocation, context),
};
