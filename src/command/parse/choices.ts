import type { Suggestion } from "../../core/chat/form.ts";
import { MAX_COUNT, SUGGESTIONS } from "../../lib/limits.ts";
import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import { findImageModel, type ImageModel } from "../../core/request/image/image-models.ts";
import {
  ASPECT_RATIOS,
  formatPixelSize,
  knownRatio,
  pixelsOf,
  SIZE_TIERS,
} from "../../core/request/image/image-size.ts";
import { BACKGROUNDS, IMAGE_FORMATS } from "../../core/request/image/image.ts";
import { allowedSeconds } from "../../core/request/video/seconds.ts";
import { findVideoModel } from "../../core/request/video/video-models.ts";
import type { SecondsRule, VideoModel } from "../../core/request/video/video-rules.ts";
import type { FieldValues } from "../../core/chat/event.ts";
import type { Texts } from "../../text/texts.ts";

/** What a choice is made for: which service, and what else is filled in. */
export interface Choosing {
  readonly service: "image" | "video";
  readonly options: Readonly<Record<string, unknown>>;
  /** What may be had here. */
  readonly allowedModels: AllowedModels;
  /** There is a picture that the clip goes by. */
  readonly fromPicture?: boolean;
  readonly texts: Texts;
}

/**
 * The values that an option can have beside what else is filled in: the seconds of that model, its shapes, its tiers. None
 * where the model has no such option, and for options of free text.
 */
export function choicesFor(option: string, choosing: Choosing): readonly Suggestion[] {
  return choosing.service === "image" ? imageChoices(option, choosing) : videoChoices(option, choosing);
}

/** The model that the other choices depend on: the one filled in, else the usual one; undefined where there is none. */
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

function imageChoices(option: string, choosing: Choosing): readonly Suggestion[] {
  const { allowedModels } = choosing;
  const model = chosenImageModel(choosing);
  const isA = model?.provider !== "provider-b";
  switch (option) {
    case "model":
      return allowedModels.imageModels.map(same);
    case "size": {
      const ratio = knownRatio(textOf(choosing.options["aspect_ratio"]));
      const tiers = SIZE_TIERS.map((tier) => ({
        value: tier,
        label: `${tier} · ${formatPixelSize(pixelsOf(tier, ratio ?? "1:1"))}`,
      }));
      return isA && ratio === undefined ? [same("auto"), ...tiers, same("1024x768")] : tiers;
    }
    case "aspect_ratio":
      return ASPECT_RATIOS.map(same);
    case "quality":
      return (model?.qualities ?? []).map(same);
    case "format":
      return isA ? IMAGE_FORMATS.map(same) : [];
    case "background":
      return isA ? BACKGROUNDS.map(same) : [];
    case "count":
      return Array.from({ length: Math.min(MAX_COUNT, allowedModels.maxCount ?? MAX_COUNT) }, (_, index) =>
        same(String(index + 1)),
      );
    default:
      return [];
  }
}

function videoChoices(option: string, choosing: Choosing): readonly Suggestion[] {
  const { texts } = choosing;
  if (option === "model") {
    return videoModels(choosing).map((known) => ({
      value: known.name,
      label: [known.name, texts.models.seconds(secondsText(known.seconds)), resolutionText(known)]
        .filter((part) => part !== "")
        .join(" · "),
    }));
  }
  const model = chosenVideoModel(choosing);
  if (!model) return [];
  switch (option) {
    case "seconds":
    case "duration":
      return model.kind === "undocumented"
        ? []
        : fewSeconds(model.seconds, choosing.allowedModels.maxSeconds).map((seconds) => ({
            value: String(seconds),
            label: texts.models.seconds(String(seconds)),
          }));
    case "resolution":
      return resolutionsOf(model).map(same);
    case "aspect_ratio":
      return typeof model.aspectRatios === "string" ? [] : model.aspectRatios.map(same);
    default:
      return [];
  }
}

function videoModels({ allowedModels, fromPicture }: Choosing): VideoModel[] {
  const models = allowedModels.videoModels.map(findVideoModel);
  return fromPicture ? models.filter(takesPictures) : models;
}

function resolutionsOf({ resolution }: VideoModel): readonly string[] {
  if (typeof resolution === "string") return [];
  return resolution.kind === "any" ? [resolution.normalisedTo] : resolution.values;
}

function resolutionText(model: VideoModel): string {
  return resolutionsOf(model).join(", ");
}

function secondsText(rule: SecondsRule): string {
  return rule.kind === "range" ? `${rule.min}–${rule.max}` : allowedSeconds(rule).join(", ");
}

/** As many as a list can show: of a long range the longer ones only in steps of two; the others can be typed. */
function fewSeconds(rule: SecondsRule, max: number | undefined): readonly number[] {
  const all = allowedSeconds(rule).filter((seconds) => max === undefined || seconds <= max);
  return all.length <= SUGGESTIONS ? all : all.filter((seconds) => seconds <= 20 || seconds % 2 === 0);
}

function same(value: string): Suggestion {
  return { value, label: value };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Values as a person filled them in, without those that are empty. */
export function filledIn(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== "string" || value.trim() !== ""),
  );
}
