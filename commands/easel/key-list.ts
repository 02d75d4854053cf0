import { answer } from "../../src/command/reply.ts";
import { actingOf } from "../../src/command/acting.ts";
import { type Command } from "../../src/command/command.ts";
import { listText } from "../../src/command/keys/key-replies.ts";
import { keysOf } from "../../src/command/keys/find-key.ts";

/** `/easel key list`: a member's own keys. */
export const keyList: Command = {
  spec: { name: "easel key list", options: [] },

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { organisationId, accountId, membership } = await actingOf(invocation, context);
    const keys = keysOf(accountId, await keyring.list(organisationId));
    if (keys.length === 0) {
      return answer(membership.policy.ownKeys?.value === true ? texts.keys.noneOfYours : texts.keys.ownOff);
    }
    return answer(await listText(texts.keys.ownTitle, keys, organisationId, invocation, context));
  },
};
