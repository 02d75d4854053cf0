import { type Command } from "../../src/command/command.ts";
import { askToForget } from "../../src/command/personal/forget.ts";

/** `/easel forget`: shows what forgetting a person deletes and keeps, and does it once confirmed. */
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
