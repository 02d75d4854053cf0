import { type Command } from "../../src/command/command.ts";
import { askToForget } from "../../src/command/personal/forget.ts";

/** `/easel forget`: says what forgetting somebody deletes and what stays, and does it after a press. */
export const easelForget: Command = {
  spec: {
    name: "easel forget",
    effect: "changes",
    example: "@max",
    adminOnly: true,
    textOption: "person",
    options: [{ name: "person", type: "person" }],
  },

  run: askToForget,
};
