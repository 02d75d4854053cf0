import { answer, type Reply } from "../reply.ts";
import type { ActionEvent, ButtonEvent, CommandEvent, ReformQuery } from "../../core/chat/event.ts";
import type { Place } from "../../core/account/membership.ts";
import type { Form } from "../../core/chat/form.ts";
import type { Service } from "../../core/job/job.ts";
import { filledIn } from "../parse/choices.ts";
import { takesClipFiles } from "../files/clip-files.ts";
import { declineFormAgain } from "../admin/decline.ts";
import { type CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import { presetsFor } from "../admin/presets.ts";
import { allowedModelsFor } from "../parse/suggest.ts";
import { buildForm } from "./build.ts";
import type { FormContext } from "./option-field.ts";
import { keyForm } from "../keys/key-form.ts";
import { readFormId, type MakingSubject } from "./form-id.ts";
import { lackText, loadSubject, withWholePrompt, type Loaded } from "./form-subject.ts";
import { settingFormAgain } from "../setting/setting-form.ts";
import { typedFormLink } from "./typed-form-link.ts";

/** Shows the form for a subject. On platforms without forms, explains how to type the same. */
export async function openForm(
  subject: MakingSubject,
  event: ActionEvent | ButtonEvent | CommandEvent,
  context: CommandContext,
  given: OptionValues = {},
): Promise<Reply> {
  const { texts } = context;
  const loaded = await loadSubject(subject, event, context);
  if (!loaded) return answer(texts.gone);
  const lack = lackText(loaded, texts);
  if (lack !== undefined) return answer(lack);
  if (!context.platform.capabilities.forms) {
    return answer(typedFormLink(loaded, { ...loaded.values, ...given }, texts));
  }
  const around = await formContextOf(loaded, event, context);
  if (!around) return answer(texts.gone);
  const { imageModels, videoModels } = around.allowedModels;
  const service = serviceOf(loaded);
  if ((service === "video" ? videoModels : imageModels).length === 0) return answer(texts.noModel(service));
  return { kind: "form", form: buildForm(loaded, { ...loaded.values, ...given }, around, context) };
}

/** The form again, with the values entered so far. */
export async function reformed(query: ReformQuery, context: CommandContext): Promise<Form | undefined> {
  const subject = readFormId(query.form);
  if (subject?.kind === "key") return keyForm(subject.whose, query, query.values, context);
  if (subject?.kind === "decline") return declineFormAgain(subject.batchId, query, context);
  if (subject?.kind === "set") return settingFormAgain(subject, query, context);
  if (subject?.kind === "refused") return undefined;
  const loaded = subject && (await loadSubject(subject, query, context));
  if (!loaded) return undefined;
  const around = await formContextOf(loaded, query, context);
  // A form that could not be shown immediately is opened later, still without values.
  const given =
    Object.keys(query.values).length === 0 ? loaded.values : filledIn(withWholePrompt(query.values, loaded));
  return around && buildForm(loaded, given, around, context);
}

/** Undefined in an unclaimed workspace. */
async function formContextOf(loaded: Loaded, place: Place, context: CommandContext): Promise<FormContext | undefined> {
  const service = serviceOf(loaded);
  const [allowedModels, membership] = await Promise.all([
    allowedModelsFor(place, service, context),
    context.memberships.membershipOf(place),
  ]);
  if (!allowedModels || !membership) return undefined;
  const presets = loaded.original ? [] : await presetsFor(membership, place, context);
  const canBePrivate = context.platform.capabilities.direct;
  const clipFiles = takesClipFiles(context);
  return { allowedModels, presets: presets.filter((preset) => preset.service === service), canBePrivate, clipFiles };
}

function serviceOf({ command }: Loaded): Service {
  return command.spec.name === "video" ? "video" : "image";
}
