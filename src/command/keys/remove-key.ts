import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { escapeText } from "../../core/chat/message.ts";
import { strandedLines } from "../../text/render/keys.ts";
import { actingOf } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import { findKey, keysOf } from "./find-key.ts";

/** Removes the named key: any of the organisation's, or one of the member's own. */
export async function removeKey(which: "any" | "own", invocation: Invocation, context: CommandContext): Promise<Reply> {
  const { texts, keyring } = context;
  const { organisationId, accountId, actor } = await actingOf(invocation, context);
  const all = await keyring.list(organisationId);
  const given = invocation.options["key"];
  const found =
    which === "own"
      ? findKey(given, keysOf(accountId, all), texts, texts.keys.noneOfYours)
      : findKey(given, all, texts);
  if (!found.ok) return found.reply;
  const { key } = found;
  if (key.origin === "configuration") return answer(texts.keys.isConfigured(key.name));
  const changed = await keyring.remove(organisationId, key.id, actor);
  if (!changed) return answer(texts.gone);
  const lines = strandedLines(changed.stranded, texts);
  return answer([texts.keys.removed(escapeText(key.name), key.masked), ...lines].join("\n"));
}
