import { z } from "zod";
import { MAX_COUNT } from "../../../lib/limits.ts";
import { isBlank, oneOf, typedText, wholeNumber } from "../read-text.ts";
import { isObject, NATIVE_JSON, NativeFields, readNative } from "../native.ts";
import { textOf, type Values } from "../options/field.ts";
import { closedField, jsonField, type ImageField, type ImageReading } from "./image-field.ts";
import { IMAGE_QUALITIES } from "./image-models.ts";
import {
  ASPECT_RATIOS,
  formatPixelSize,
  knownRatio,
  parsePixelSize,
  pixelsOf,
  SIZE_TIERS,
  tierNamed,
} from "./image-size.ts";

const PROVIDER_A = "provider-a";

/** An example of a size in pixels; others can be typed. */
const EXAMPLE_PIXELS = "1024x768";

/** provider-b's default, and ours for a ratio without a size: `docs/gateway.md`. */
const USUAL_TIER = "1K";

type Texts = z.ZodOptional<z.ZodString>;

/** `auto`, a tier, or `<width>x<height>`; provider-b also takes any other text. By default the model decides. */
export const sizeField: ImageField<"size", Texts> = {
  key: "size",
  stored: z.string().optional(),
  wire: { "provider-a": "size", "provider-b": "resolution" },
  takenBy: () => true,
  known: ["auto", ...SIZE_TIERS, EXAMPLE_PIXELS],
  values: ({ provider }, given) =>
    provider === PROVIDER_A && knownRatio(textOf(given["aspect_ratio"])) === undefined
      ? ["auto", ...SIZE_TIERS, EXAMPLE_PIXELS]
      : SIZE_TIERS,
  isOpen: () => true,
  onlyCommon: ({ provider }) => provider !== PROVIDER_A,
  usual: ({ provider }, given) =>
    provider === PROVIDER_A && knownRatio(textOf(given["aspect_ratio"])) === undefined ? "auto" : USUAL_TIER,
  read: readSize,
  sent: (values, { provider }) => (provider === PROVIDER_A ? pixelSizeOf(values) : values["size"]),
  summary: String,
};

/** A ratio with known pixels; provider-b also takes any other text. */
export const ratioField: ImageField<"aspectRatio", Texts> = {
  key: "aspectRatio",
  stored: z.string().optional(),
  // provider-a has no such field: together with the size it becomes pixels.
  wire: { "provider-b": "aspect_ratio" },
  takenBy: () => true,
  known: ASPECT_RATIOS,
  values: () => ASPECT_RATIOS,
  isOpen: ({ provider }) => provider !== PROVIDER_A,
  onlyCommon: ({ provider }) => provider !== PROVIDER_A,
  usual: ({ provider }) => (provider === PROVIDER_A ? undefined : "1:1"),
  read: readRatio,
  summary: String,
};

export const qualityField = closedField("quality", {
  wire: { "provider-a": "quality" },
  known: IMAGE_QUALITIES,
  values: ({ qualities }) => qualities,
});

export const countField: ImageField<"count", z.ZodInt> = {
  key: "count",
  stored: z.int(),
  // Each job makes one picture.
  wire: {},
  takenBy: () => true,
  values: () => Array.from({ length: MAX_COUNT }, (_, index) => String(index + 1)),
  anyModel: true,
  hasUsual: true,
  usual: () => "1",
  read(given = 1, { option, problems }) {
    const count = wholeNumber(String(given));
    if (count !== undefined && count >= 1 && count <= MAX_COUNT) return count;
    problems.push({ rule: "out_of_range", option, given: String(given), min: 1, max: MAX_COUNT });
    return 1;
  },
};

/** The contract shows no values for these fields. We offer the usual ones; others can be given in `native`. */
export const formatField = closedField("format", {
  wire: { "provider-a": "output_format" },
  known: ["png", "jpeg", "webp"],
  spelt: new Map([["jpg", "jpeg"]]),
  extension: true,
});

export const backgroundField = closedField("background", {
  wire: { "provider-a": "background" },
  known: ["auto", "transparent", "opaque"],
  extension: true,
  beside(given, { option, values, problems }) {
    if (given !== "transparent" || values["format"] !== "jpeg") return;
    problems.push({ rule: "conflict", option, given, other: "format", otherGiven: "jpeg" });
  },
});

/** The contract shows no values; these two are known from other services. */
export const moderationField = closedField("moderation", {
  wire: { "provider-a": "moderation" },
  known: ["auto", "low"],
  extension: true,
});

/** "object, e.g. with `temperature`" */
export const generationConfigField = jsonField("generationConfig", {
  wire: { "provider-b": "generationConfig" },
  example: '{"temperature": 0.5}',
  accepts: isObject,
});

/** Its structure is not documented, so plain text is sent as text, and JSON unchanged. */
export const systemInstructionField = jsonField("systemInstruction", {
  wire: { "provider-b": "systemInstruction" },
  example: '{"parts": [{"text": "Draw in ink"}]}',
  accepts: () => true,
  orWords: true,
});

/** Its structure is not documented. */
export const safetySettingsField = jsonField("safetySettings", {
  wire: { "provider-b": "safetySettings" },
  example: '[{"category": "…", "threshold": "…"}]',
  accepts: (value) => typeof value === "object" && value !== null,
});

/** Extension fields without an option of their own, or with values that the option doesn't offer. */
export const nativeField: ImageField<"native", z.ZodOptional<typeof NativeFields>> = {
  key: "native",
  stored: NativeFields.optional(),
  wire: {},
  holdsFields: true,
  json: NATIVE_JSON,
  takenBy: () => true,
  read: (given, reading) => readNative(textOf(given), reading),
};

/**
 * provider-a has no such field: the ratio becomes pixels, so it must be a known one. For provider-b, these are only common
 * values.
 */
function readRatio(given: unknown, { option, model, problems }: ImageReading): string | undefined {
  const written = textOf(given);
  const text = written === undefined ? undefined : typedText(written);
  return model.provider === "provider-b" && text !== undefined && !isBlank(text)
    ? text
    : oneOf(option, written, ASPECT_RATIOS, problems);
}

function readSize(value: unknown, reading: ImageReading): string | undefined {
  const { model, problems } = reading;
  const given = textOf(value);
  if (given === undefined) return undefined;
  const wanted = typedText(given);
  // An invalid ratio is reported when its own option is read.
  const ratio = readRatio(reading.given["aspect_ratio"], { ...reading, option: "aspect_ratio", problems: [] });
  const isA = model.provider === PROVIDER_A;
  const tier = tierNamed(wanted);
  if (tier) return tier;
  if (wanted.toLowerCase() === "auto") return isA && ratio === undefined ? "auto" : undefined;
  const pixels = parsePixelSize(wanted.toLowerCase().replace("×", "x"));
  // "Common values": the gateway judges other tiers. It has no field for pixels.
  if (!isA && !pixels && !isBlank(wanted)) return /^[\d.]+k$/.test(wanted) ? wanted.toUpperCase() : wanted;
  const { maxEdge = Number.POSITIVE_INFINITY } = model;
  if (!isA || !pixels || Math.max(pixels.width, pixels.height) > maxEdge) {
    const inPixels = isA ? { maxEdge: model.maxEdge } : undefined;
    problems.push({ rule: "size", given, model: model.name, tiers: SIZE_TIERS, pixels: inPixels });
    return undefined;
  }
  if (ratio !== undefined) {
    problems.push({ rule: "conflict", option: "size", given, other: "aspect_ratio", otherGiven: ratio });
  }
  return formatPixelSize(pixels);
}

/** provider-a has no aspect ratio: a tier and a ratio become pixels. */
function pixelSizeOf(values: Values): string | undefined {
  const size = textOf(values["size"]);
  const ratio = knownRatio(textOf(values["aspectRatio"]));
  return ratio === undefined ? size : formatPixelSize(pixelsOf(tierNamed(size) ?? USUAL_TIER, ratio));
}
