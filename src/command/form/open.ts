import type { ActionEvent, ButtonEvent, CommandEvent, ReformQuery } from "../../chat/event.ts";
import type { Form } from "../../chat/form.ts";
import { answer, type CommandContext, type Reply } from "../command.ts";
import type { OptionValues } from "../parse.ts";
import { listedModels } from "../suggest.ts";
import { buildForm } from "./build.ts";
import { readFormId, type FormSubject } from "./form-id.ts";
import type { Texts } from "../../text/texts.ts";
import { loadSubject } from "./subject.ts";

/** Shows the form for something; where the platform has no forms, people are told how to type the same. */
export async function openForm(
  subject: FormSubject,
  event: ActionEvent | ButtonEvent | CommandEvent,
  context: CommandContext,
  given: OptionValues = {},
): Promise<Reply> {
  const { texts } = context;
  if (!context.canShowForms(event.conversation.platform)) return answer(typeInstead(subject, texts));
  const loaded = await loadSubject(subject, event, context);
  if (!loaded) return answer(texts.gone);
  if (subject.kind !== "command" && !loaded.original && loaded.sources.length === 0) {
    return answer(texts.reply.nothingThere);
  }
  const listed = loaded.command.spec.name === "video" ? await listedModels(event, context) : undefined;
  return { kind: "form", form: buildForm(loaded, { ...loaded.values, ...given }, listed, context) };
}

/** A form anew, with what is filled in so far. */
export async function reformed(query: ReformQuery, context: CommandContext): Promise<Form | undefined> {
  const subject = readFormId(query.form);
  const loaded = subject && (await loadSubject(subject, query, context));
  if (!loaded) return undefined;
  const listed = loaded.command.spec.name === "video" ? await listedModels(query, context) : undefined;
  return buildForm(loaded, query.values, listed, context);
}

function typeInstead(subject: FormSubject, { forms }: Texts): string {
  if (subject.kind === "change" || subject.kind === "command") return forms.typeAgain;
  return subject.act === "edit" ? forms.typeEdit : forms.typeAnimate;
}
