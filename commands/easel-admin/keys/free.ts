import { answer } from "../../../src/command/reply.ts";
import { chooseKey } from "../../../src/command/keys/key-settings.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { OperatorsKeyError } from "../../../src/core/account/keys/key-store.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { findKey } from "../../../src/command/keys/find-key.ts";
import { unknownSlots } from "../../../src/core/account/keys/key.ts";

/**
 * `/easel-admin keys free`: frees the key's slots held by jobs that the gateway has not answered, so that other jobs need not
 * wait for them.
 */
export const keysFree: Command = {
  spec: {
    name: "easel-admin keys free",
    effect: "changes",
    example: "studio",
    adminOnly: true,
    textOption: "key",
    options: [{ name: "key", type: "text" }],
  },

  setting: chooseKey("freeKey", (key) => unknownSlots(key) > 0),

  async run(invocation, context) {
    const { texts, keyring } = context;
    const { organisationId, actor } = await actingOf(invocation, context);
    const found = findKey(invocation.options["key"], await keyring.list(organisationId), texts);
    if (!found.ok) return found.reply;
    const name = escapeText(found.key.name);
    if (unknownSlots(found.key) === 0) return answer(texts.keys.noSlotsToFree(name));
    const freeing = keyring.free(organisationId, found.key.id, actor);
    const changed = await freeing.catch((error: unknown) => {
      if (error instanceof OperatorsKeyError) return "operators_key" as const;
      throw error;
    });
    if (changed === "operators_key") return answer(texts.keys.operatorsSlots(name));
    if (!changed) return answer(texts.gone);
    return answer(texts.keys.slotsFreed(name, unknownSlots(changed.before) - unknownSlots(changed.after)));
  },
};
