import type { ZodType } from "zod";
import type { Suggestion } from "../../core/chat/form.ts";
import { SUGGESTIONS } from "../../lib/limits.ts";
import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import {
  DEFAULT_IMAGE_MODEL,
  findImageModel,
  imageModelOf,
  type ImageModel,
} from "../../core/request/image/image-models.ts";
import { formatPixelSize, knownRatio, pixelsOf, tierNamed } from "../../core/request/image/image-size.ts";
import type { Field, FieldReading } from "../../core/request/options/field.ts";
import { optionNamed } from "../../core/request/options/option-table.ts";
import { allowedSeconds } from "../../core/request/video/seconds.ts";
import { findVideoModel } from "../../core/request/video/video-models.ts";
import { resolutionField } from "../../core/request/video/video-options.ts";
import type { SecondsRule, VideoModel } from "../../core/request/video/video-rules.ts";
import type { FieldValues } from "../../core/chat/event.ts";
import type { Texts } from "../../text/texts.ts";

/** The context of a choice: the service, and the other values. */
export interface Choosing {
  readonly service: "image" | "video";
  readonly options: Readonly<Record<string, unknown>>;
  /** The models that may be used here. */
  readonly allowedModels: AllowedModels;
  /** Whether the clip uses a picture. */
  readonly fromPicture?: boolean;
  readonly texts: Texts;
}

/**
 * The values that an option can have, given the other values: for example a model's seconds, sizes or tiers. Empty if the model
 * lacks the option, and for free text.
 */
export function choicesFor(option: string, choosing: Choosing): readonly Suggestion[] {
  if (option === "model") return modelChoices(choosing);
  return offeredValues(option, choosing).map((value) => ({ value, label: labelOf(option, value, choosing) }));
}

/** The displayed default of an option. Undefined if only the gateway knows it, or if a limit may lower it. */
export function usualValue(option: string, choosing: Choosing): string | undefined {
  const declared = optionNamed(option);
  if (declared?.policy === "maxSeconds" && choosing.allowedModels.maxSeconds !== undefined) return undefined;
  const value =
    choosing.service === "image"
      ? usualOf(declared?.image, chosenImageModel(choosing) ?? imageModelOf(DEFAULT_IMAGE_MODEL), choosing)
      : usualOf(declared?.video, chosenVideoModel(choosing), choosing);
  return value === undefined ? undefined : labelOf(option, value, choosing);
}

function usualOf<Model>(
  field: Pick<AnyField<Model>, "takenBy" | "usual"> | undefined,
  model: Model | undefined,
  { options }: Choosing,
): string | undefined {
  return model !== undefined && field?.takenBy(model) ? field.usual?.(model, options) : undefined;
}

/** How the chosen model takes an option; undefined if it doesn't. */
export function optionChoices(option: string, choosing: Choosing): OptionChoices | undefined {
  const declared = optionNamed(option);
  if (choosing.service === "image") {
    const model = chosenImageModel(choosing) ?? imageModelOf(DEFAULT_IMAGE_MODEL);
    const field = declared?.image;
    return field?.takenBy(model) ? choicesFrom(field, model, choosing) : undefined;
  }
  const model = chosenVideoModel(choosing);
  const field = declared?.video;
  return model && field?.takenBy(model) ? choicesFrom(field, model, choosing) : undefined;
}

/** `values`: undefined for free text. `isOpen`: other values are accepted too. */
interface OptionChoices {
  readonly values: readonly string[] | undefined;
  readonly isOpen: boolean;
}

type AnyField<Model> = Field<Model, string, string, ZodType, FieldReading<Model>>;

function choicesFrom<Model>(
  { values, isOpen }: Pick<AnyField<Model>, "values" | "isOpen">,
  model: Model,
  { options }: Choosing,
): OptionChoices {
  return { values: values?.(model, options), isOpen: isOpen?.(model) ?? false };
}

function offeredValues(option: string, choosing: Choosing): readonly string[] {
  const values = optionChoices(option, choosing)?.values ?? [];
  const policy = optionNamed(option)?.policy;
  const max = policy === "maxCount" || policy === "maxSeconds" ? choosing.allowedModels[policy] : undefined;
  return few(max === undefined ? values : values.filter((value) => Number(value) <= max));
}

/** A label for values that don't explain themselves. */
function labelOf(option: string, value: string, { options, texts }: Choosing): string {
  if (optionNamed(option)?.policy === "maxSeconds") return texts.models.seconds(value);
  const tier = option === "size" ? tierNamed(value) : undefined;
  if (!tier) return value;
  return `${tier} · ${formatPixelSize(pixelsOf(tier, knownRatio(textOf(options["aspect_ratio"])) ?? "1:1"))}`;
}

/** The model that other choices depend on: the given one, else the default; undefined if there is none. */
export function chosenImageModel({ options, allowedModels }: Choosing): ImageModel | undefined {
  return findImageModel(textOf(options["model"]) ?? allowedModels.imageModel ?? "");
}

export function chosenVideoModel({ options, allowedModels, fromPicture = false }: Choosing): VideoModel | undefined {
  const name = textOf(options["model"]) ?? allowedModels.videoModel(fromPicture ? takesPictures : undefined);
  return name === undefined ? undefined : findVideoModel(name);
}

function takesPictures(model: VideoModel): boolean {
  return typeof model.images !== "string";
}

function modelChoices(choosing: Choosing): readonly Suggestion[] {
  const { service, allowedModels, texts } = choosing;
  if (service === "image") return allowedModels.imageModels.map((value) => ({ value, label: value }));
  return videoModels(choosing).map((known) => ({
    value: known.name,
    label: [known.name, texts.models.seconds(secondsText(known.seconds)), resolutionText(known)]
      .filter((part) => part !== "")
      .join(" · "),
  }));
}

function videoModels({ allowedModels, fromPicture }: Choosing): VideoModel[] {
  const models = allowedModels.videoModels.map(findVideoModel);
  return fromPicture ? models.filter(takesPictures) : models;
}

function resolutionText(model: VideoModel): string {
  return (resolutionField.takenBy(model) ? (resolutionField.values?.(model, {}) ?? []) : []).join(", ");
}

function secondsText(rule: SecondsRule): string {
  return rule.kind === "range" ? `${rule.min}–${rule.max}` : allowedSeconds(rule).join(", ");
}

/** As many as a list can show: a long range skips every other larger value, which can still be typed. */
function few(values: readonly string[]): readonly string[] {
  return values.length <= SUGGESTIONS
    ? values
    : values.filter((value) => Number(value) <= 20 || Number(value) % 2 === 0);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** The values that a person filled in, without empty ones. */
export function filledIn(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== "string" || value.trim() !== ""),
  );
}
