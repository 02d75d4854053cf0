import { answer } from "../../../src/command/reply.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { listText } from "../../../src/command/keys/key-replies.ts";

/** `/easel-admin keys list`: every key of the organisation, masked, with its health. */
export const keysList: Command = {
  spec: { name: "easel-admin keys list", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { organisationId } = await actingOf(invocation, context);
    const keys = await keyring.list(organisationId);
    if (keys.length === 0) return answer(texts.keys.none);
    return answer(await listText(texts.keys.title, keys, organisationId, invocation, context));
  },
};
