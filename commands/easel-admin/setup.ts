import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";
import { workspaceSetup } from "../../src/command/setup/setup-setting.ts";

/** `/easel-admin setup`: how this workspace is set up, with one form for everything. It has no options. */
export const setup: Command = {
  spec: { name: "easel-admin setup", effect: "changes", adminOnly: true, options: [] },

  setting: workspaceSetup,

  run: (_invocation, { texts }) => Promise.resolve(answer(texts.problem.nothingChanged)),
};
