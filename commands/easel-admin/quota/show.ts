import { answer } from "../../../src/command/reply.ts";
import { type Command } from "../../../src/command/command.ts";
import { allQuotas } from "../../../src/command/quota/quota-settings.ts";

/** `/easel-admin quota show`: every quota of the organisation, with the remaining amount and the reset time. */
export const quotaShow: Command = {
  spec: { name: "easel-admin quota show", adminOnly: true, options: [] },

  async run(invocation, context) {
    return answer((await allQuotas(invocation, context)).lines.join("\n"));
  },
};
