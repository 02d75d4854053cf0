import { chooseKey } from "../../../src/command/keys/key-settings.ts";
import type { Command } from "../../../src/command/command.ts";
import { removeKey } from "../../../src/command/keys/remove-key.ts";

/** `/easel-admin keys remove`: the key is gone for good; what was made with it is still fetched. */
export const keysRemove: Command = {
  spec: {
    name: "easel-admin keys remove",
    effect: "changes",
    example: "studio",
    adminOnly: true,
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  setting: chooseKey(
    ({ setting }) => setting.removeKey,
    ({ origin }) => origin === "people",
  ),

  run: (invocation, context) => removeKey("any", invocation, context),
};
