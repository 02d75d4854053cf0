import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import type { Preset } from "../../core/account/presets.ts";
import type { FormField, Suggestion } from "../../core/chat/form.ts";
import { shortened } from "../../core/chat/message.ts";
import { parsePixelSize } from "../../core/request/image/image-size.ts";
import { isRare, optionNamed } from "../../core/request/options/option-table.ts";
import { MAX_EDIT_IMAGES, SLACK_INPUT_CHARACTERS, SUGGESTION_CHARACTERS, SUGGESTIONS } from "../../lib/limits.ts";
import { fieldLabel, optionText } from "../../text/render/describe-option.ts";
import type { OptionKey, Texts } from "../../text/texts.ts";
import {
  choicesFor,
  chosenImageModel,
  chosenVideoModel,
  optionChoices,
  usualValue,
  type Choosing,
} from "../parse/choices.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { OptionSpec } from "../parse/spec.ts";
import { textField } from "../setting/setting-fields.ts";
import type { Loaded } from "./form-subject.ts";
import { typedValuesOf } from "./typed-values.ts";

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

/** An option's field, with the choices of the model that the form is for. Empty if the model lacks the option. */
export function fieldFor(
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
  const usual = usualText(name, values, choosing);
  const typed = typedValuesOf(name, choosing);
  const order = [...(stays ? [current] : []), ...choices.map((choice) => choice.value)];
  return [
    {
      type: "choice",
      ...base,
      choices: offered
        .toSorted((one, other) => order.indexOf(one.value) - order.indexOf(other.value))
        .map(({ value, label }) => ({ value, label: shortened(label, SUGGESTION_CHARACTERS) })),
      ...(current !== undefined && (isKnown || stays) ? { value: current } : {}),
      ...(usual === undefined ? {} : { usual: shortened(usual, SUGGESTION_CHARACTERS) }),
      ...(typed === undefined ? {} : { typed }),
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
  return [textField({ ...base, value }, { long: true, maxLength, ...(isRare(base.name) ? { isRare: true } : {}) })];
}

/**
 * What leaving a field empty means. Undefined if that is not known: the chosen preset may have another value, and a limit may
 * shorten a clip.
 */
function usualText(name: OptionKey, values: OptionValues, choosing: Choosing): string | undefined {
  const { forms: say } = choosing.texts;
  if (name === "preset") return say.noPreset;
  if (name === "model" || values["preset"] !== undefined) return undefined;
  const usual = usualValue(name, choosing);
  if (usual !== undefined) return say.usual(usual);
  if (optionNamed(name)?.policy === "maxSeconds") return undefined;
  const isOfSize = name === "aspect_ratio" && parsePixelSize(String(values["size"] ?? "")) !== undefined;
  return isOfSize ? say.asInSize : say.modelDecides;
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

/** Whether the form is about files already. */
export function hasFiles({ sources, draft }: Loaded): boolean {
  return sources.length > 0 || (draft?.files.length ?? 0) > 0;
}

/** As many as the model takes. A platform whose forms take fewer shows its own limit; the rest can be attached to a message. */
function maxFiles(kind: "image" | "video" | "audio", choosing: Choosing): number {
  if (choosing.service === "image") return MAX_EDIT_IMAGES;
  const rule = chosenVideoModel(choosing)?.[`${kind}s`] ?? "not shown";
  return typeof rule === "string" ? 0 : rule.max;
}

/** The model that a form is for. */
export function modelName(choosing: Choosing): string {
  const given = choosing.options["model"];
  const model = choosing.service === "video" ? chosenVideoModel(choosing) : chosenImageModel(choosing);
  return model?.name ?? (typeof given === "string" ? given : "");
}

/** A changed edit takes the options of `/imagine`, but remains an edit. */
export function nameOf({ command, original }: Loaded): "imagine" | "edit" | "video" {
  if (command.spec.name === "video") return "video";
  const isEdit = command.spec.name === "edit" || (original && original.batch.request.references.length > 0);
  return isEdit ? "edit" : "imagine";
}
