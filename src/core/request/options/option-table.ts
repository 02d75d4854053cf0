import { MAX_COUNT, MAX_EDIT_IMAGES, MAX_NATIVE_CHARACTERS, MAX_POLICY_SECONDS } from "../../../lib/limits.ts";
import { IMAGE_MODELS } from "../image/image-models.ts";
import {
  backgroundField,
  countField,
  formatField,
  generationConfigField,
  moderationField,
  nativeField,
  qualityField,
  ratioField,
  safetySettingsField,
  sizeField,
  systemInstructionField,
} from "../image/image-options.ts";
import { VIDEO_MODEL_NAMES } from "../video/video-models.ts";
import { clipRatioField, faceField, MAX_CLIP_SECONDS, resolutionField, secondsField } from "../video/video-options.ts";
import type { RequestOption } from "./option.ts";

/** How many pictures `/imagine` shows room for; `/edit` shows as many as an edit may have. */
const SHOWN_IMAGES = 4;

/**
 * Every option of a request, in the order in which people see them, most important first. Options are declared only here. The
 * commands' specs, parsing, hints, suggestions, forms, presets, recipes, requests, bodies and policy checks are derived from it;
 * the texts are in `src/text/`. `docs/how-to/add-an-option.md` explains how to add one.
 *
 * `/edit` already shows twenty-five options on Discord, which is Discord's limit. Further ones can only be typed as text.
 */
export const OPTIONS = {
  prompt: {
    type: "text",
    commands: { imagine: { required: true }, edit: { required: true }, video: { required: true } },
    form: "first",
    policy: "words",
  },
  model: {
    type: "text",
    commands: { imagine: {}, edit: {}, video: {}, "preset save": {} },
    alsoCalled: ["m"],
    known: { image: IMAGE_MODELS.map(({ name }) => name), video: VIDEO_MODEL_NAMES },
    form: "first",
    policy: "models",
  },
  size: {
    type: "text",
    commands: { imagine: {}, edit: {}, "preset save": {} },
    alsoCalled: ["width", "height", "resolution", "res"],
    form: "between",
    policy: "words",
    image: sizeField,
  },
  seconds: {
    type: "number",
    min: 1,
    max: MAX_CLIP_SECONDS,
    commands: { video: {}, "preset save": { max: MAX_POLICY_SECONDS } },
    alsoCalled: ["length", "time", "dur", "duration"],
    form: "between",
    policy: "maxSeconds",
    video: secondsField,
  },
  resolution: {
    type: "text",
    commands: { video: {}, "preset save": {} },
    alsoCalled: ["res", "size", "width", "height"],
    form: "between",
    video: resolutionField,
  },
  aspect_ratio: {
    type: "text",
    commands: { imagine: {}, edit: {}, video: {}, "preset save": {} },
    alsoCalled: ["ar", "aspect", "ratio"],
    form: "between",
    policy: "words",
    image: ratioField,
    video: clipRatioField,
  },
  quality: {
    type: "text",
    commands: { imagine: {}, edit: {}, "preset save": {} },
    alsoCalled: ["q"],
    form: "between",
    image: qualityField,
  },
  count: {
    type: "number",
    min: 1,
    max: MAX_COUNT,
    commands: { imagine: {}, edit: {}, "preset save": {} },
    alsoCalled: ["n", "num", "number", "images"],
    form: "between",
    policy: "maxCount",
    image: countField,
  },
  format: {
    type: "text",
    commands: { imagine: {}, edit: {}, "preset save": {} },
    alsoCalled: ["type", "ext", "output_format"],
    form: "between",
    image: formatField,
  },
  background: {
    type: "text",
    commands: { imagine: {}, edit: { inline: true }, "preset save": {} },
    alsoCalled: ["bg"],
    form: "between",
    image: backgroundField,
  },
  moderation: {
    type: "text",
    commands: { imagine: {}, edit: { inline: true }, "preset save": {} },
    form: "between",
    image: moderationField,
  },
  generation_config: {
    type: "text",
    maxLength: MAX_NATIVE_CHARACTERS,
    commands: { imagine: {}, edit: { inline: true }, "preset save": {} },
    form: "rare",
    policy: "words",
    image: generationConfigField,
  },
  system_instruction: {
    type: "text",
    maxLength: MAX_NATIVE_CHARACTERS,
    commands: { imagine: {}, edit: { inline: true }, "preset save": {} },
    form: "rare",
    policy: "words",
    image: systemInstructionField,
  },
  safety_settings: {
    type: "text",
    maxLength: MAX_NATIVE_CHARACTERS,
    commands: { imagine: {}, edit: { inline: true }, "preset save": {} },
    form: "rare",
    policy: "words",
    image: safetySettingsField,
  },
  native: {
    type: "text",
    maxLength: MAX_NATIVE_CHARACTERS,
    commands: { imagine: { inline: true }, edit: { inline: true }, "preset save": {} },
    form: "rare",
    policy: "words",
    image: nativeField,
  },
  preset: {
    type: "text",
    commands: { imagine: {}, edit: { inline: true }, video: {} },
    form: "first",
  },
  private: {
    type: "flag",
    commands: { imagine: {}, edit: {}, video: {} },
    form: "last",
  },
  image: {
    type: "attachments",
    accept: "image",
    commands: {
      imagine: { shown: SHOWN_IMAGES },
      edit: { required: true, shown: MAX_EDIT_IMAGES },
      video: { shown: 9 },
    },
    alsoCalled: ["ref", "img", "picture"],
    form: "between",
  },
  mask: {
    type: "attachment",
    accept: "image",
    commands: { edit: {} },
    form: "between",
  },
  video: {
    type: "attachments",
    accept: "video",
    commands: { video: { shown: 3 } },
    alsoCalled: ["vid", "clip"],
    form: "between",
  },
  audio: {
    type: "attachments",
    accept: "audio",
    commands: { video: { shown: 3 } },
    alsoCalled: ["sound", "music"],
    form: "between",
  },
  first_frame: {
    type: "attachment",
    accept: "image",
    commands: { video: {} },
    alsoCalled: ["start_frame"],
    form: "between",
  },
  last_frame: {
    type: "attachment",
    accept: "image",
    commands: { video: {} },
    alsoCalled: ["end_frame"],
    form: "between",
  },
  from: {
    type: "text",
    several: true,
    commands: { video: {} },
  },
  face: {
    type: "flag",
    commands: { video: { inline: true }, "preset save": {} },
    form: "between",
    video: faceField,
  },
  duration: {
    type: "number",
    min: 1,
    max: MAX_CLIP_SECONDS,
    commands: { video: { inline: true } },
    legacyOf: "seconds",
    policy: "maxSeconds",
    video: secondsField,
  },
} as const satisfies Readonly<Record<string, RequestOption>>;

export type Options = typeof OPTIONS;
export type OptionName = keyof Options;

/** Every option with its name, in the table's order. */
export const ALL_OPTIONS: readonly (readonly [name: OptionName, option: RequestOption])[] = entriesOf(OPTIONS);

/** Typed keys: the table is closed. */
function entriesOf<Name extends string, Value>(record: Readonly<Record<Name, Value>>): [Name, Value][];
function entriesOf(record: object): [string, unknown][] {
  return Object.entries(record);
}

/** The option with that name; undefined if there is none. */
export function optionNamed(name: string): RequestOption | undefined {
  return ALL_OPTIONS.find(([known]) => known === name)?.[1];
}

/** Whether few people need that option, so that forms show it last. */
export function isRare(name: string): boolean {
  return optionNamed(name)?.form === "rare";
}
