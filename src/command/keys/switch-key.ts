import { actingOf } from "../acting.ts";
import { answer, type CommandContext, type Invocation, type Reply } from "../command.ts";
import { switchedText } from "./answers.ts";
import { findKey } from "./find-key.ts";

/** Turns the named key off or on for new jobs. */
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
