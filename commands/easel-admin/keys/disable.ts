import { chooseKey } from "../../../src/command/keys/key-settings.ts";
import type { Command } from "../../../src/command/command.ts";
import { switchKey } from "../../../src/command/keys/switch-key.ts";

/** `/easel-admin keys disable`: no new jobs use the key; running ones continue. */
export const keysDisable: Command = {
  spec: {
    name: "easel-admin keys disable",
    effect: "changes",
    example: "studio",
    adminOnly: true,
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  setting: chooseKey("disableKey", ({ disabledAt }) => disabledAt === undefined),

  run: (invocation, context) => switchKey("disable", invocation, context),
};
