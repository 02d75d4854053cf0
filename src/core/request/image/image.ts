import { z } from "zod";
import { MAX_COUNT, MAX_EDIT_IMAGES, REQUEST_BODY_BYTES } from "../../../lib/limits.ts";
import { isBlank, oneOf, storable, typedText } from "../given.ts";
import { ASPECT_RATIOS, formatPixelSize, parsePixelSize, SIZE_TIERS, tierNamed } from "./image-size.ts";
import { DEFAULT_IMAGE_MODEL, findImageModel, IMAGE_MODELS, type ImageModel } from "./image-models.ts";
import { checkNative, NativeFields } from "../native.ts";
import { nearest } from "../nearest.ts";
import type { Checked, RequestProblem } from "../problem.ts";
import { Reference } from "../reference.ts";

/** The rest of such a body beside its pictures: the longest prompt that a chat carries in its longest spelling, and its options. */
const REQUEST_REST_BYTES = 1024 * 1024;

/** Values of `format` and `background` that we offer; the contract shows none, so nothing else is sent. */
export const IMAGE_FORMATS = ["png", "jpeg", "webp"] as const;
export const BACKGROUNDS = ["auto", "transparent", "opaque"] as const;

/**
 * A validated wish for pictures: every field is allowed for its model, under the model's own name. It is stored as JSON, so
 * the schema also reads it back.
 */
export const ImageRequest = z.object({
  kind: z.literal("image"),
  model: z.string(),
  prompt: z.string(),
  count: z.int(),
  /** `auto`, a tier, or `<width>x<height>`; of provider-b also any other text. Undefined leaves it to the model. */
  size: z.string().optional(),
  /** One of the ratios that are known in pixels; of provider-b also any other text. */
  aspectRatio: z.string().optional(),
  quality: z.string().optional(),
  format: z.enum(IMAGE_FORMATS).optional(),
  background: z.enum(BACKGROUNDS).optional(),
  /** Extension fields of the model, as they are sent. */
  native: NativeFields.optional(),
  /** The pictures to edit, in the order in which the prompt names them; none: a new picture. */
  references: z.array(Reference),
  /** Its transparent areas are what changes in the first picture. */
  mask: Reference.optional(),
});
export type ImageRequest = z.infer<typeof ImageRequest>;

/** What a member gave, by option name, before anyone looked at it; the types are those of the command's spec. */
export const ImageOptions = z.object({
  prompt: z.string().optional(),
  model: z.string().optional(),
  size: z.string().optional(),
  aspect_ratio: z.string().optional(),
  quality: z.string().optional(),
  count: z.number().optional(),
  format: z.string().optional(),
  background: z.string().optional(),
  /** Extension fields, as JSON. */
  native: z.string().optional(),
});
export type ImageOptions = z.infer<typeof ImageOptions>;

/** The files of a request, checked by their bytes. */
export interface ImageFiles {
  readonly references: readonly Reference[];
  readonly mask?: Reference;
}

/**
 * Checks a member's options against the catalogue; pure, and nothing is sent. Finds every problem at once. `usualModel` is taken
 * where nobody names one.
 */
export function checkImageRequest(
  options: ImageOptions,
  files: ImageFiles = { references: [] },
  usualModel: string = DEFAULT_IMAGE_MODEL,
): Checked<ImageRequest> {
  const problems: RequestProblem[] = [];
  const prompt = storable(options.prompt ?? "").trim();
  if (isBlank(prompt)) problems.push({ rule: "empty", option: "prompt" });
  const count = options.count ?? 1;
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    problems.push({ rule: "out_of_range", option: "count", given: String(count), min: 1, max: MAX_COUNT });
  }
  const format = oneOf("format", options.format === "jpg" ? "jpeg" : options.format, IMAGE_FORMATS, problems);
  const background = oneOf("background", options.background, BACKGROUNDS, problems);
  if (background === "transparent" && format === "jpeg") {
    problems.push({ rule: "conflict", option: "background", given: background, other: "format", otherGiven: format });
  }

  const model = findImageModel(options.model ?? usualModel);
  if (!model) {
    const names = IMAGE_MODELS.map((known) => known.name);
    const near = nearest(options.model ?? "", [...names, ...IMAGE_MODELS.flatMap((known) => known.aliases)]);
    const suggestion = near === undefined ? undefined : findImageModel(near)?.name;
    problems.push({ rule: "unknown_model", given: options.model ?? "", allowed: names, suggestion });
    return { ok: false, problems };
  }
  const aspectRatio = checkAspectRatio(options.aspect_ratio, model, problems);
  const size = checkSize(options.size, aspectRatio, model, problems);
  const quality = checkQuality(options.quality, model, problems);
  const native = checkNative(options.native, model, { format, background }, problems);
  for (const [option, given] of [
    ["format", format],
    ["background", background],
  ] as const) {
    if (given !== undefined && model.provider === "provider-b") {
      problems.push({ rule: "not_for_model", option, given, model: model.name, models: namesOf("provider-a") });
    }
  }
  if (files.references.length > MAX_EDIT_IMAGES) {
    problems.push({ rule: "too_many_files", kind: "image", count: files.references.length, max: MAX_EDIT_IMAGES });
  }
  checkTogether(files, problems);
  if (files.mask && model.provider === "provider-b") {
    const models = namesOf("provider-a");
    problems.push({ rule: "not_for_model", option: "mask", given: files.mask.name, model: model.name, models });
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      kind: "image",
      model: model.name,
      prompt,
      count,
      ...(size === undefined ? {} : { size }),
      ...(aspectRatio === undefined ? {} : { aspectRatio }),
      ...(quality === undefined ? {} : { quality }),
      ...(format === undefined ? {} : { format }),
      ...(background === undefined ? {} : { background }),
      ...(native === undefined ? {} : { native }),
      references: [...files.references],
      ...(files.mask === undefined ? {} : { mask: files.mask }),
    },
  };
}

/** All files of an edit travel in one request body, as base64: `docs/gateway.md#images-limits`. */
function checkTogether({ references, mask }: ImageFiles, problems: RequestProblem[]): void {
  const sizes = [...references, ...(mask ? [mask] : [])].map((file) => file.bytes);
  const room = REQUEST_BODY_BYTES - REQUEST_REST_BYTES;
  // Four characters for each three bytes, begun or whole.
  const encoded = sizes.reduce((sum, bytes) => sum + Math.ceil(bytes / 3) * 4, 0);
  if (encoded <= room) return;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  problems.push({ rule: "files_too_large", bytes, max: (room / 4) * 3 });
}

/** provider-a has no such field: a ratio becomes pixels, so it must be a known one. Of provider-b these are common values only. */
function checkAspectRatio(
  given: string | undefined,
  { provider }: ImageModel,
  problems: RequestProblem[],
): string | undefined {
  const text = given === undefined ? undefined : typedText(given);
  return provider === "provider-b" && text !== undefined && !isBlank(text)
    ? text
    : oneOf("aspect_ratio", given, ASPECT_RATIOS, problems);
}

function checkSize(
  given: string | undefined,
  aspectRatio: string | undefined,
  model: ImageModel,
  problems: RequestProblem[],
): string | undefined {
  if (given === undefined) return undefined;
  const wanted = typedText(given);
  const isA = model.provider === "provider-a";
  const tier = tierNamed(wanted);
  if (tier) return tier;
  if (wanted.toLowerCase() === "auto") return isA && aspectRatio === undefined ? "auto" : undefined;
  const pixels = parsePixelSize(wanted.toLowerCase().replace("×", "x"));
  // "Common values": other tiers are for the gateway to judge. It has no field for pixels.
  if (!isA && !pixels && !isBlank(wanted)) return /^[\d.]+k$/.test(wanted) ? wanted.toUpperCase() : wanted;
  const { maxEdge = Number.POSITIVE_INFINITY } = model;
  if (!isA || !pixels || Math.max(pixels.width, pixels.height) > maxEdge) {
    const inPixels = isA ? { maxEdge: model.maxEdge } : undefined;
    problems.push({ rule: "size", given, model: model.name, tiers: SIZE_TIERS, pixels: inPixels });
    return undefined;
  }
  if (aspectRatio !== undefined) {
    problems.push({ rule: "conflict", option: "size", given, other: "aspect_ratio", otherGiven: aspectRatio });
  }
  return formatPixelSize(pixels);
}

function checkQuality(given: string | undefined, model: ImageModel, problems: RequestProblem[]): string | undefined {
  if (given === undefined) return undefined;
  if (model.qualities.length === 0) {
    problems.push({
      rule: "not_for_model",
      option: "quality",
      given,
      model: model.name,
      models: namesOf("provider-a"),
    });
    return undefined;
  }
  return oneOf("quality", given, model.qualities, problems);
}

function namesOf(provider: ImageModel["provider"]): string[] {
  return IMAGE_MODELS.filter((model) => model.provider === provider).map((model) => model.name);
}
