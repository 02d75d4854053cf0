import type { Message } from "../../core/chat/message.ts";
import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import { imageModelOf } from "../../core/request/image/image-models.ts";
import { ALL_OPTIONS, type OptionName } from "../../core/request/options/option-table.ts";
import type { RequestOption } from "../../core/request/options/option.ts";
import { findVideoModel } from "../../core/request/video/video-models.ts";
import { optionText } from "../../text/render/describe-option.ts";
import { filesText, modelName, secondsText, sizesText, takenFiles } from "../../text/render/models.ts";
import type { Texts } from "../../text/texts.ts";
import { requestLine } from "../form/typed-form-link.ts";
import { digestOf, type KnownModel } from "./known.ts";
import { modelsPressId, type ListPlace } from "./view-id.ts";

/** A model's page: its options with their values, an example to type, and a button that opens the form with it. */
export function modelPage(model: KnownModel, from: ListPlace, allowedModels: AllowedModels, texts: Texts): Message {
  const say = texts.models;
  const { name, kind, isAllowed } = model;
  const video = kind === "video" ? findVideoModel(name) : undefined;
  const options = optionFacts(model, allowedModels, texts).map(
    ({ option: taken, values = optionText(kind === "image" ? "imagine" : "video", taken, texts) }) =>
      `• \`--${taken}\` ${values}`,
  );
  const facts =
    video === undefined ? sizesText(texts) : video.promptMax === undefined ? undefined : say.promptMax(video.promptMax);
  const files = video ? [`• ${filesText(video, texts)}`] : [];
  const example = { prompt: texts.forms.example[video ? "video" : "imagine"], model: name };
  const needsFiles = video !== undefined && takenFiles(video).some(({ rule }) => rule.min > 0);
  const line = `\`${requestLine(video ? "video" : "imagine", example)}\``;
  const use = {
    id: modelsPressId({ kind: "use", model: digestOf(name) }),
    label: say.useHere,
    style: "primary",
  } as const;
  const back = { id: modelsPressId({ kind: "list", at: from }), label: say.back, style: "secondary" } as const;
  return {
    text: [
      say.model(modelName(name), video ? say.forClips : say.forPictures),
      ...(isAllowed ? [] : [texts.notAllowedHere(modelName(name))]),
      ...(video?.kind === "undocumented" ? [say.undocumented] : []),
    ].join("\n"),
    sections: [
      { heading: say.options, text: [...options, ...files].join("\n"), ...(facts === undefined ? {} : { facts }) },
      {
        heading: say.example,
        text: [line, ...(needsFiles ? [say.attachFirst] : [])].join("\n"),
        ...(isAllowed ? { facts: say.useNote } : {}),
      },
    ],
    buttons: [...(isAllowed ? [use] : []), back],
  };
}

/** An option of a model. `values`: as people read them; undefined for free text and switches. */
export interface OptionFact {
  readonly option: OptionName;
  readonly values: string | undefined;
}

/** The options that a model takes, with the values that the rules allow. */
export function optionFacts(model: KnownModel, allowedModels: AllowedModels, texts: Texts): readonly OptionFact[] {
  return ALL_OPTIONS.flatMap(([option, declared]) => optionFact(option, declared, model, allowedModels, texts));
}

function optionFact(
  name: OptionName,
  option: RequestOption,
  { name: model, kind }: KnownModel,
  allowedModels: AllowedModels,
  texts: Texts,
): OptionFact[] {
  if (option.legacyOf !== undefined) return [];
  const taken = kind === "image" ? ofPictures(model, option) : ofClips(model, option);
  if (!taken) return [];
  const { values, isOpen } = taken;
  const max = option.policy === "maxCount" || option.policy === "maxSeconds" ? allowedModels[option.policy] : undefined;
  const usable = max === undefined ? values : values.filter((value) => Number(value) <= max);
  const shown =
    usable.length > 0 ? rangeText(usable) : name === "seconds" ? secondsText(findVideoModel(model).seconds) : "";
  if (shown === "") return [{ option: name, values: undefined }];
  return [{ option: name, values: isOpen ? texts.models.more(shown) : shown }];
}

interface Taken {
  readonly values: readonly string[];
  readonly isOpen: boolean;
}

function ofPictures(model: string, { image }: RequestOption): Taken | undefined {
  const known = imageModelOf(model);
  if (!image?.takenBy(known)) return undefined;
  return { values: image.values?.(known, {}) ?? [], isOpen: image.isOpen?.(known) ?? false };
}

function ofClips(model: string, { video }: RequestOption): Taken | undefined {
  const known = findVideoModel(model);
  if (!video?.takenBy(known)) return undefined;
  return { values: video.values?.(known, {}) ?? [], isOpen: video.isOpen?.(known) ?? false };
}

/** Whole numbers without gaps as a range, anything else as a list. */
function rangeText(values: readonly string[]): string {
  const numbers = values.map(Number);
  const [first = 0] = numbers;
  const isRange = numbers.length > 2 && numbers.every((number, index) => number === first + index);
  return isRange ? `${first}–${numbers.at(-1)}` : values.join(", ");
}
