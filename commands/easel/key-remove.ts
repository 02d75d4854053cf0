import { chooseKey } from "../../src/command/keys/key-settings.ts";
import type { Command } from "../../src/command/command.ts";
import { removeKey } from "../../src/command/keys/remove-key.ts";

/** `/easel key remove`: removes a member's own key permanently. Results made with it are still fetched. */
export const keyRemove: Command = {
  spec: {
    name: "easel key remove",
    effect: "changes",
    example: "studio",
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  setting: chooseKey("removeKey", ({ origin }) => origin === "people", "own"),

  run: (invocation, context) => removeKey("own", invocation, context),
};
