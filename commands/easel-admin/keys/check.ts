import { answer } from "../../../src/command/reply.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { checkedText } from "../../../src/command/keys/key-replies.ts";
import { findKey } from "../../../src/command/keys/find-key.ts";

/** `/easel-admin keys check`: asks the gateway about one key or all keys. */
export const keysCheck: Command = {
  spec: {
    name: "easel-admin keys check",
    example: "studio",
    adminOnly: true,
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { organisationId, actor } = await actingOf(invocation, context);
    const all = await keyring.list(organisationId);
    const given = invocation.options["key"];
    const found = given === undefined && all.length > 0 ? undefined : findKey(given, all, texts);
    if (found && !found.ok) return found.reply;
    const checks = (found ? [found.key] : all).map(({ id }) =>
      keyring.check(organisationId, id, actor, invocation.signal),
    );
    const lines = (await Promise.all(checks)).flatMap((checked) => (checked ? checkedText(checked, texts) : []));
    return answer([texts.keys.title, ...lines].join("\n"));
  },
};
