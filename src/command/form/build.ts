import type { Form, FormField } from "../../core/chat/form.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import { shortened } from "../../core/chat/message.ts";
import { FORM_TITLE_CHARACTERS } from "../../lib/limits.ts";
import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import { findImageModel } from "../../core/request/image/image-models.ts";
import { ALL_OPTIONS } from "../../core/request/options/option-table.ts";
import type { Choosing } from "../parse/choices.ts";
import type { CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { OptionKey, Texts } from "../../text/texts.ts";
import { formId } from "./form-id.ts";
import type { Loaded } from "./form-subject.ts";
import { formSummary } from "./form-summary.ts";
import { fieldFor, hasFiles, modelName, nameOf, type FormContext } from "./option-field.ts";
import { typedFormLink } from "./typed-form-link.ts";

/** The field that asks which of several pictures is meant. */
export const PICTURE_FIELD = "picture";
export const ALL_PICTURES = "all";
/** The field that asks whether a refused request's files stay. */
export const FILES_FIELD = "keep_files";

/** Most important first: short forms leave out the rest. */
function fieldsOf(command: "imagine" | "edit" | "video"): readonly OptionKey[] {
  const rank = { first: 0, between: 1, last: 2, rare: 3 } as const;
  return ALL_OPTIONS.flatMap(([name, { commands, form }]) => (form && commands[command] ? [{ name, form }] : []))
    .toSorted((one, other) => rank[one.form] - rank[other.form])
    .map(({ name }) => name);
}

/** Builds the form with these values; its choices are those of the chosen model. */
export function buildForm(
  loaded: Loaded,
  given: OptionValues,
  around: FormContext,
  { texts }: Pick<CommandContext, "texts">,
): Form {
  const { subject, command } = loaded;
  const name = nameOf(loaded);
  const values = withUsableModel(given, name === "video", around.allowedModels);
  const choosing = choosingFor(loaded, values, around.allowedModels, texts);
  const order = fieldsOf(name).toSorted((one, other) => rank(one) - rank(other));
  const fields = order.flatMap((key) => {
    const option = command.spec.options.find((known) => known.name === key);
    return option ? fieldFor(option, values, choosing, loaded, around) : [];
  });
  const [prompt, ...others] = fields;
  const which = loaded.needsChoice ? [pictureField(loaded, values, texts)] : [];
  return {
    id: formId(subject),
    title: shortened(titleOf(loaded, texts), FORM_TITLE_CHARACTERS),
    submit: texts.forms.submit,
    ...formSummary(loaded, texts),
    fields: [...(prompt ? [prompt] : []), ...which, ...filesKept(loaded, values, texts), ...others],
    typed: typedFormLink(loaded, values, texts),
  };

  /** An edit without a picture asks for the picture first; the existing values are shown again. */
  function rank(key: OptionKey): number {
    if (key === "prompt") return 0;
    if (loaded.draft?.wrong.includes(key)) return 1;
    if (name === "edit" && key === "image" && !hasFiles(loaded)) return 1;
    return (key === "preset" || key === "private") && values[key] !== undefined ? 2 : 3;
  }
}

/** Replaces a model that may not be used here by the default. A misspelt name stays and is refused by name. */
function withUsableModel(given: OptionValues, isClip: boolean, { mayUse }: AllowedModels): OptionValues {
  const { model, ...others } = given;
  const isKnown = isClip || findImageModel(String(model)) !== undefined;
  return model === undefined || !isKnown || mayUse(String(model)) ? given : others;
}

/** The model that a form starts with. */
export function usualModel(loaded: Loaded, allowedModels: AllowedModels, texts: Texts): string {
  return modelName(choosingFor(loaded, {}, allowedModels, texts));
}

function choosingFor(loaded: Loaded, options: OptionValues, allowedModels: AllowedModels, texts: Texts): Choosing {
  const service = nameOf(loaded) === "video" ? "video" : "image";
  const isPicture = ({ kind, mimeType }: GivenFile): boolean => (kind ?? mimeType.split("/")[0]) === "image";
  const fromPicture =
    loaded.sources.some((source) => source.kind === "image") || loaded.draft?.files.some(isPicture) === true;
  return { service, options, allowedModels, fromPicture, texts };
}

/** A refused file can be left out. */
function filesKept({ draft }: Loaded, values: OptionValues, { forms }: Texts): FormField[] {
  if (!draft || draft.files.length === 0) return [];
  return [{ type: "flag", name: FILES_FIELD, label: forms.keepFiles, value: values[FILES_FIELD] !== false }];
}

function pictureField({ sources }: Loaded, values: OptionValues, texts: Texts): FormField {
  const numbers = sources.map((source) => ({
    value: String(source.number),
    label: texts.forms.pictureNumber(source.number),
  }));
  const choices = [...numbers, { value: ALL_PICTURES, label: texts.forms.allPictures }];
  const given = String(values[PICTURE_FIELD] ?? "");
  const value = choices.some((choice) => choice.value === given) ? given : (numbers[0]?.value ?? ALL_PICTURES);
  return { type: "choice", name: PICTURE_FIELD, label: texts.forms.picture, choices, value, required: true };
}

function titleOf(loaded: Loaded, texts: Texts): string {
  const say = texts.forms.title;
  const { subject } = loaded;
  switch (subject.kind) {
    case "command":
      return say[nameOf(loaded)];
    case "change":
    case "draft":
      return say.change;
    case "result":
    case "message":
      return say[subject.act];
  }
}
