import type { ButtonEvent, FieldValues } from "../../core/chat/event.ts";
import type { CommandContext } from "../command.ts";
import { answer, type Reply } from "../reply.ts";
import { readFormId } from "./form-id.ts";
import { reformed } from "./open-form.ts";

/** The id of the refused form that a button opens again; undefined for other buttons. */
export function refusedFormOf(button: string): string | undefined {
  const subject = readFormId(button);
  return subject?.kind === "refused" ? subject.draftId : undefined;
}

/** Opens a refused form with what its person filled in, if they may still see it. */
export async function reopenForm(draftId: string, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { conversation, actor } = event;
  const draft = await context.results.draft(draftId, { conversation, requesterId: actor.userId });
  if (!draft) return answer(context.texts.gone);
  const values = Object.fromEntries(
    Object.entries(draft.options).filter(
      (entry): entry is [string, FieldValues[string]] => typeof entry[1] !== "object",
    ),
  );
  const form = await reformed({ ...event, form: draft.command, values }, context);
  return form ? { kind: "form", form } : answer(context.texts.gone);
}
