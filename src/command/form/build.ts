import type { Preset } from "../../core/account/presets.ts";
import type { Form, FormField, Suggestion } from "../../core/chat/form.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import { shortened } from "../../core/chat/message.ts";
import { FORM_TITLE_CHARACTERS, SLACK_INPUT_CHARACTERS, SUGGESTION_CHARACTERS, SUGGESTIONS } from "../../lib/limits.ts";
import { MAX_EDIT_IMAGES } from "../../lib/limits.ts";
import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import { findImageModel } from "../../core/request/image/image-models.ts";
import { ALL_OPTIONS } from "../../core/request/options/option-table.ts";
import {
  chosenImageModel,
  chosenVideoModel,
  choicesFor,
  optionChoices,
  usualValue,
  type Choosing,
} from "../parse/choices.ts";
import type { CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { OptionSpec } from "../parse/spec.ts";
import { fieldLabel, optionText } from "../../text/render/describe-option.ts";
import type { OptionKey, Texts } from "../../text/texts.ts";
import { textField } from "../setting/setting-fields.ts";
import { formId } from "./form-id.ts";
import type { Loaded } from "./form-subject.ts";
import { formSummary } from "./form-summary.ts";
import { typedFormLink } from "./typed-form-link.ts";

/** The field that asks which of several pictures is meant. */
export const PICTURE_FIELD = "picture";
export const ALL_PICTURES = "all";
/** The field that asks whether a refused request's files stay. */
export const FILES_FIELD = "keep_files";

/** Most important first: short forms leave out the rest. */
function fieldsOf(command: "imagine" | "edit" | "video"): readonly OptionKey[] {
  const rank = { first: 0, between: 1, last: 2 } as const;
  return ALL_OPTIONS.flatMap(([name, { commands, form }]) => (form && commands[command] ? [{ name, form }] : []))
    .toSorted((one, other) => rank[one.form] - rank[other.form])
    .map(({ name }) => name);
}

/** The choices available to the person who fills in a form. */
export interface FormContext {
  readonly allowedModels: AllowedModels;
  /** Presets of the form's service. */
  readonly presets: readonly Preset[];
  /** Results can be delivered in direct messages. */
  readonly canBePrivate: boolean;
  /** Clips can use files. */
  readonly clipFiles: boolean;
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

function fieldFor(
  option: OptionSpec,
  values: OptionValues,
  choosing: Choosing,
  loaded: Loaded,
  around: FormContext,
): FormField[] {
  const { texts } = choosing;
  const { name } = option;
  const base = {
    name,
    label: addsPictures(name, loaded) ? texts.forms.morePictures : fieldLabel(name, texts),
    hint: shortened(hintFor(name, loaded, choosing), SUGGESTION_CHARACTERS),
  };
  const given = values[name];
  switch (option.type) {
    case "attachment":
    case "attachments":
      return choosing.service === "video" && !around.clipFiles ? [] : filesField(option, base, choosing, loaded);
    case "flag": {
      // Fields of the changed request keep their earlier order.
      const has =
        name === "private" ? around.canBePrivate && !loaded.original : optionChoices(name, choosing) !== undefined;
      return has ? [{ type: "flag", name, label: base.label, ...(given === true ? { value: true } : {}) }] : [];
    }
    case "text":
    case "number":
    case "person":
    case "role":
    case "channel":
      break;
  }
  if (name === "prompt") {
    const maxLength = option.type === "text" ? option.maxLength : undefined;
    return [
      {
        type: "text",
        ...base,
        hint: promptHint(loaded, around, texts),
        long: true,
        required: true,
        ...(given === undefined ? {} : { value: String(given) }),
        ...(maxLength === undefined ? {} : { maxLength }),
      },
    ];
  }
  const taken = optionChoices(name, choosing);
  if (taken && !taken.values) return freeTextField(option, base, given);
  const all = name === "preset" ? presetChoices(loaded, around) : choicesFor(name, choosing);
  // A menu has no room for longer values, such as the names of some models. They can be typed.
  const choices = all.filter(({ value }) => value.length <= SUGGESTION_CHARACTERS);
  const current = name === "model" ? modelName(choosing) : given === undefined ? undefined : String(given);
  if (current !== undefined && current.length > SUGGESTION_CHARACTERS) return freeTextField(option, base, current);
  const isMisnamed = name === "preset" && current !== undefined && !loaded.original;
  if (choices.length === 0 && !isMisnamed) return [];
  const isKnown = choices.some((choice) => choice.value === current);
  // A value outside the choices, such as an unlisted model, may still be valid. An unknown preset is refused with suggestions.
  const isRefused = name !== "model" && loaded.draft?.wrong.includes(name) === true;
  const stays = current !== undefined && !isKnown && !isRefused && (name === "model" || taken?.isOpen || isMisnamed);
  const offered = [
    ...(stays ? [{ value: current, label: current }] : []),
    ...choices.filter((choice) => choice.value === current),
    ...choices.filter((choice) => choice.value !== current),
  ].slice(0, SUGGESTIONS);
  // The chosen preset may have another value.
  const usual = values["preset"] === undefined ? usualValue(name, choosing) : undefined;
  const order = [...(stays ? [current] : []), ...choices.map((choice) => choice.value)];
  return [
    {
      type: "choice",
      ...base,
      choices: offered
        .toSorted((one, other) => order.indexOf(one.value) - order.indexOf(other.value))
        .map(({ value, label }) => ({ value, label: shortened(label, SUGGESTION_CHARACTERS) })),
      ...(current !== undefined && (isKnown || stays) ? { value: current } : {}),
      ...(usual === undefined ? {} : { usual: shortened(texts.forms.usual(usual), SUGGESTION_CHARACTERS) }),
      ...(name === "model" ? { reshapes: true, required: true } : {}),
    },
  ];
}

/** JSON or free text has no choices. A value that the form would cut gets no field, so it stays unchanged. */
function freeTextField(
  option: OptionSpec,
  base: { readonly name: string; readonly label: string; readonly hint: string },
  given: OptionValues[string] | undefined,
): FormField[] {
  const value = given === undefined ? undefined : String(given);
  if (value !== undefined && value.length > SLACK_INPUT_CHARACTERS) return [];
  const maxLength = option.type === "text" ? option.maxLength : undefined;
  return [textField({ ...base, value }, { long: true, maxLength })];
}

/** A changed request already contains its preset's options. Of two presets with one name the first wins. */
function presetChoices({ original }: Loaded, { presets }: FormContext): readonly Suggestion[] {
  if (original) return [];
  const first = presets.filter(
    ({ name }, index) => presets.findIndex((one) => one.name.toLowerCase() === name.toLowerCase()) === index,
  );
  return first.map(({ name, options }) => ({ value: name, label: [name, ...Object.values(options)].join(" · ") }));
}

/** The first field also says what else is missing from the form. */
function promptHint(loaded: Loaded, { clipFiles }: FormContext, { forms }: Texts): string {
  const name = nameOf(loaded);
  return name === "video" && !clipFiles ? forms.clipWithoutFiles : forms.promptHint[name];
}

/** Whether the field's pictures come in addition to the one that the form is about. */
function addsPictures(name: OptionKey, { sources }: Loaded): boolean {
  return name === "image" && sources.length > 0;
}

/** What a field is for, with its price if it costs extra. */
function hintFor(name: OptionKey, loaded: Loaded, { allowedModels, texts }: Choosing): string {
  if (addsPictures(name, loaded)) return texts.forms.morePicturesHint;
  if (name === "size" || name === "quality") return texts.fieldHints[name];
  if (name === "seconds") return texts.costHint.seconds(allowedModels.maxSeconds);
  return name === "count" ? texts.costHint.count(allowedModels.maxCount) : optionText(nameOf(loaded), name, texts);
}

function filesField(
  option: Extract<OptionSpec, { type: "attachment" | "attachments" }>,
  base: { readonly name: string; readonly label: string; readonly hint: string },
  choosing: Choosing,
  loaded: Loaded,
): FormField[] {
  // A changed request keeps its files.
  if (loaded.original) return [];
  const max = option.type === "attachment" ? 1 : maxFiles(option.accept, choosing);
  if (max === 0) return [];
  const required = option.required === true && !hasFiles(loaded);
  return [{ type: "files", ...base, accept: option.accept, max, ...(required ? { required } : {}) }];
}

function hasFiles({ sources, draft }: Loaded): boolean {
  return sources.length > 0 || (draft?.files.length ?? 0) > 0;
}

/** A refused file can be left out. */
function filesKept({ draft }: Loaded, values: OptionValues, { forms }: Texts): FormField[] {
  if (!draft || draft.files.length === 0) return [];
  return [{ type: "flag", name: FILES_FIELD, label: forms.keepFiles, value: values[FILES_FIELD] !== false }];
}

/** As many as the model takes. A platform whose forms take fewer shows its own limit; the rest can be attached to a message. */
function maxFiles(kind: "image" | "video" | "audio", choosing: Choosing): number {
  if (choosing.service === "image") return MAX_EDIT_IMAGES;
  const rule = chosenVideoModel(choosing)?.[`${kind}s`] ?? "not shown";
  return typeof rule === "string" ? 0 : rule.max;
}

function modelName(choosing: Choosing): string {
  const given = choosing.options["model"];
  const model = choosing.service === "video" ? chosenVideoModel(choosing) : chosenImageModel(choosing);
  return model?.name ?? (typeof given === "string" ? given : "");
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

/** A changed edit takes the options of `/imagine`, but remains an edit. */
function nameOf({ command, original }: Loaded): "imagine" | "edit" | "video" {
  if (command.spec.name === "video") return "video";
  const isEdit = command.spec.name === "edit" || (original && original.batch.request.references.length > 0);
  return isEdit ? "edit" : "imagine";
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
