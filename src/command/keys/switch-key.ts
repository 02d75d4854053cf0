import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { actingOf } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import { switchedText } from "./key-replies.ts";
import { findKey } from "./find-key.ts";

/** Disables or enables the named key for new jobs. */
export async function switchKey(
  to: "disable" | "enable",
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  const { texts, keyring } = context;
  const { organisationId, actor } = await actingOf(invocation, context);
  const found = findKey(invocation.options["key"], await keyring.list(organisationId), texts);
  if (!found.ok) return found.reply;
  const changed = await keyring[to](organisationId, found.key.id, actor);
  return answer(changed ? switchedText(changed, texts) : texts.gone);
}
