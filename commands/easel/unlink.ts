import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";
import { codeUserOf } from "../../src/command/admin/linking.ts";

/** `/easel unlink`: gives the member a separate account on this platform again. */
export const easelUnlink: Command = {
  spec: { name: "easel unlink", effect: "changes", options: [] },

  async run(invocation, context) {
    const { linking, texts } = context;
    const accountId = await linking.unlink(await codeUserOf(invocation, context));
    return answer(accountId === undefined ? texts.linking.notLinked : texts.linking.unlinked);
  },
};
