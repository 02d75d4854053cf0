import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";

/**
 * `/easel-admin claim`: switches a workspace on with the operator's code. Where it is on already there is nothing to do; where it
 * is not, the way in does it (`src/command/admin/claim.ts`), for nothing else is run there.
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
