import { chooseKey } from "../../../src/command/keys/key-settings.ts";
import type { Command } from "../../../src/command/command.ts";
import { removeKey } from "../../../src/command/keys/remove-key.ts";

/** `/easel-admin keys remove`: removes a key permanently. Results made with it are still fetched. */
export const keysRemove: Command = {
  spec: {
    name: "easel-admin keys remove",
    effect: "changes",
    example: "studio",
    adminOnly: true,
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  setting: chooseKey("removeKey", ({ origin }) => origin === "people"),

  run: (invocation, context) => removeKey("any", invocation, context),
};
