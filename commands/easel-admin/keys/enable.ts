import { chooseKey } from "../../../src/command/keys/key-settings.ts";
import type { Command } from "../../../src/command/command.ts";
import { switchKey } from "../../../src/command/keys/switch-key.ts";

/** `/easel-admin keys enable`: the key is used again. */
export const keysEnable: Command = {
  spec: {
    name: "easel-admin keys enable",
    effect: "changes",
    example: "studio",
    adminOnly: true,
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  setting: chooseKey("enableKey", ({ disabledAt }) => disabledAt !== undefined),

  run: (invocation, context) => switchKey("enable", invocation, context),
};
