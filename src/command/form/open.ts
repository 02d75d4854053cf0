import type { ActionEvent, ButtonEvent, CommandEvent, ReformQuery } from "../../chat/event.ts";
import type { Form } from "../../chat/form.ts";
import type { Service } from "../../job/job.ts";
import { answer, type CommandContext, type Reply } from "../command.ts";
import type { OptionValues } from "../parse.ts";
import { offerFor } from "../suggest.ts";
import { buildForm } from "./build.ts";
import { keyForm } from "../keys/key-form.ts";
import { readFormId, type MakingSubject } from "./form-id.ts";
import type { Texts } from "../../text/texts.ts";
import { loadSubject, type Loaded } from "./subject.ts";

/** Shows the form for something; where the platform has no forms, people are told how to type the same. */
export async function openForm(
  subject: MakingSubject,
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
  const offer = await offerFor(event, serviceOf(loaded), context);
  if (!offer) return answer(texts.gone);
  return { kind: "form", form: buildForm(loaded, { ...loaded.values, ...given }, offer, context) };
}

/** A form anew, with what is filled in so far. */
export async function reformed(query: ReformQuery, context: CommandContext): Promise<Form | undefined> {
  const subject = readFormId(query.form);
  if (subject?.kind === "key") return keyForm(subject.whose, query, query.values, context);
  const loaded = subject && (await loadSubject(subject, query, context));
  if (!loaded) return undefined;
  const offer = await offerFor(query, serviceOf(loaded), context);
  return offer && buildForm(loaded, query.values, offer, context);
}

function serviceOf({ command }: Loaded): Service {
  return command.spec.name === "video" ? "video" : "image";
}

function typeInstead(subject: MakingSubject, { forms }: Texts): string {
  if (subject.kind === "change" || subject.kind === "command") return forms.typeAgain;
  return subject.act === "edit" ? forms.typeEdit : forms.typeAnimate;
}
