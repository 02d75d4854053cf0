import type { Settable } from "../command.ts";
import { answer } from "../reply.ts";
import type { Key } from "../../core/account/keys/key.ts";
import { actingOf } from "../acting.ts";
import type { Texts } from "../../text/texts.ts";
import { chooseOne } from "../setting/choose-one.ts";
import { listText } from "./key-replies.ts";
import { keysOf } from "./find-key.ts";

/**
 * The keys, and a form to act on one that `fits` accepts, or the answer that there is none; `own`: only the member's own keys.
 */
export function chooseKey(
  act: keyof Texts["keys"]["nothing"],
  fits: (key: Key) => boolean,
  own: "own" | "any" = "any",
): Settable {
  return chooseOne(async (invocation, context) => {
    const { keyring, texts } = context;
    const { organisationId, accountId } = await actingOf(invocation, context);
    const all = await keyring.list(organisationId);
    const keys = own === "own" ? keysOf(accountId, all) : all;
    if (keys.length === 0) return answer(own === "own" ? texts.keys.noneOfYours : texts.keys.none);
    const title = own === "own" ? texts.keys.ownTitle : texts.keys.title;
    const shown = await listText(title, keys, organisationId, invocation, context);
    const choices = keys.filter(fits).map(({ name }) => ({ value: name, label: name }));
    if (choices.length === 0) return answer([shown, texts.keys.nothing[act]].join("\n"));
    return {
      kind: "choosable",
      lines: [shown],
      label: texts.setting[act],
      effect: texts.settingEffect[act],
      option: "key",
      choices,
    };
  });
}
