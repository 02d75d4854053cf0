import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";

/**
 * `/easel-admin claim`: switches a workspace on with the operator's code. In a claimed workspace this command has nothing to do.
 * In an unclaimed one no commands run, and `src/command/admin/claim.ts` handles the claim.
 */
export const easelAdminClaim: Command = {
  spec: {
    name: "easel-admin claim",
    effect: "changes",
    example: "ABCD-EFGH-JKLM",
    adminOnly: true,
    textOption: "code",
    options: [
      { name: "code", type: "text", required: true },
      { name: "organisation", type: "text" },
    ],
  },

  run: (_invocation, { texts }) => Promise.resolve(answer(texts.linking.claimedAlready)),
};
