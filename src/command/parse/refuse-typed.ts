import type { InsteadOfMaking } from "../invocation.ts";
import { refuse, replyOf, type Reply } from "../reply.ts";
import { problemsText } from "../../text/render/problems.ts";
import { type CommandContext } from "../command.ts";
import { offerChoices } from "../make/offer-choices.ts";
import type { ReadTyped } from "./read-typed.ts";
import type { CommandSpec } from "./spec.ts";

/**
 * Replies with the problems of a text. If there is a likely correction, offers it with a button: some phones always turn hyphens
 * into dashes. `run` runs the corrected text.
 */
export async function refuseTyped(
  { problems, corrected }: Extract<ReadTyped, { ok: false }>,
  spec: CommandSpec,
  run: (corrected: string, instead: InsteadOfMaking) => Promise<Reply>,
  context: CommandContext,
): Promise<Reply> {
  const refusal = replyOf(refuse(problems), spec);
  if (corrected === undefined || spec.textOption !== "prompt") return refusal;
  const intro = [problemsText(problems, context.texts), context.texts.talk.corrected];
  return offerChoices({ intro, showsPrompt: true }, [(instead) => run(corrected, instead)], context, refusal);
}
