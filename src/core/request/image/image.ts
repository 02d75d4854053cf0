import { z } from "zod";
import { MAX_EDIT_IMAGES, REQUEST_BODY_BYTES } from "../../../lib/limits.ts";
import { folded, isBlank, storable } from "../read-text.ts";
import { nearest } from "../nearest.ts";
import type { Given } from "../options/field.ts";
import { givenShape, IMAGE_FIELDS, readValues, storedShape } from "../options/option-fields.ts";
import type { Checked, RequestProblem } from "../problem.ts";
import { Reference } from "../reference.ts";
import type { ImageReading, Wired } from "./image-field.ts";
import { DEFAULT_IMAGE_MODEL, findImageModel, IMAGE_MODELS, imageModelOf, type ImageModel } from "./image-models.ts";
import { VIDEO_MODEL_NAMES } from "../video/video-models.ts";

/** The rest of a body besides its pictures: the longest prompt that a chat allows in its longest encoding, and the options. */
const REQUEST_REST_BYTES = 1024 * 1024;

/**
 * A validated request for pictures: every field is allowed for its model, under the model's own name. Stored as JSON, which the
 * schema reads back. The option table adds a field for each option.
 */
export const ImageRequest = z.object({
  kind: z.literal("image"),
  model: z.string(),
  prompt: z.string(),
  ...storedShape("image"),
  /** The pictures to edit, in the order in which the prompt names them; none for a new picture. */
  references: z.array(Reference),
  /** Its transparent areas mark what changes in the first picture. */
  mask: Reference.optional(),
});
export type ImageRequest = z.infer<typeof ImageRequest>;

/** A member's unchecked options, by name, with the types of the command's spec. */
export const ImageOptions = z.object({
  prompt: z.string().optional(),
  model: z.string().optional(),
  ...givenShape("image"),
});
export type ImageOptions = z.infer<typeof ImageOptions>;

/** A request's files, checked by their bytes. */
export interface ImageFiles {
  readonly references: readonly Reference[];
  readonly mask?: Reference;
}

/**
 * Validates a member's options against the catalogue. Pure. Reports every problem at once. `usualModel`: the default model.
 */
export function checkImageRequest(
  options: ImageOptions,
  files: ImageFiles = { references: [] },
  usualModel: string = DEFAULT_IMAGE_MODEL,
): Checked<ImageRequest> {
  const problems: RequestProblem[] = [];
  const prompt = storable(options.prompt ?? "").trim();
  if (isBlank(prompt)) problems.push({ rule: "empty", option: "prompt" });
  const model = findImageModel(options.model ?? usualModel);
  const values = readOptions(options, model, problems);
  if (!model) {
    const names = IMAGE_MODELS.map((known) => known.name);
    const clips = VIDEO_MODEL_NAMES.find((name) => folded(name) === folded(options.model ?? ""));
    if (clips !== undefined) {
      problems.push({ rule: "model_of_other_kind", given: clips, makes: "video", allowed: names });
      return { ok: false, problems };
    }
    const near = nearest(options.model ?? "", [...names, ...IMAGE_MODELS.flatMap((known) => known.aliases)]);
    const suggestion = near === undefined ? undefined : findImageModel(near)?.name;
    problems.push({ rule: "unknown_model", given: options.model ?? "", allowed: names, suggestion });
    return { ok: false, problems };
  }
  if (files.references.length > MAX_EDIT_IMAGES) {
    problems.push({ rule: "too_many_files", kind: "image", count: files.references.length, max: MAX_EDIT_IMAGES });
  }
  checkTogether(files, problems);
  if (files.mask && model.provider === "provider-b") {
    const models = namesOf((one) => one.provider === "provider-a");
    problems.push({ rule: "not_for_model", option: "mask", given: files.mask.name, model: model.name, models });
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      kind: "image",
      model: model.name,
      prompt,
      ...readValues("image", values),
      references: [...files.references],
      ...(files.mask === undefined ? {} : { mask: files.mask }),
    },
  };
}

/** Whether a model takes an option's value, given the others. A value chosen for another model may not fit this one. */
export function fitsImageModel(option: string, options: ImageOptions, name: string): boolean {
  const model = findImageModel(name);
  const problemsOf = (given: ImageOptions): number => {
    const problems: RequestProblem[] = [];
    readOptions(given, model, problems);
    return problems.length;
  };
  return model !== undefined && problemsOf(options) <= problemsOf({ ...options, [option]: undefined });
}

/** Reads every declared option; for an unknown model, only those that are the same for all models. */
function readOptions(
  given: ImageOptions,
  found: ImageModel | undefined,
  problems: RequestProblem[],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const model = found ?? imageModelOf(DEFAULT_IMAGE_MODEL);
  const all: Given = given;
  const wired = (): readonly Wired[] =>
    IMAGE_FIELDS.map(({ name, field }) => ({
      option: name,
      wire: field.wire,
      extension: field.extension === true,
      json: field.json,
      sent: field.sent ? field.sent(values, model) : values[field.key],
    }));
  for (const { name: option, field } of IMAGE_FIELDS) {
    const value = all[option];
    if ((value === undefined && !field.hasUsual) || (!found && !field.anyModel)) continue;
    if (!field.takenBy(model)) {
      const models = namesOf(field.takenBy);
      problems.push({ rule: "not_for_model", option, given: String(value), model: model.name, models });
      continue;
    }
    const reading: ImageReading = { option, model, given: all, values, problems, wired };
    const read = field.read(value, reading);
    if (read !== undefined) values[field.key] = read;
  }
  return values;
}

/** All files of an edit are sent in one request body, as base64: `docs/gateway.md#images-limits`. */
function checkTogether({ references, mask }: ImageFiles, problems: RequestProblem[]): void {
  const sizes = [...references, ...(mask ? [mask] : [])].map((file) => file.bytes);
  const room = REQUEST_BODY_BYTES - REQUEST_REST_BYTES;
  // Four characters per started group of three bytes.
  const encoded = sizes.reduce((sum, bytes) => sum + Math.ceil(bytes / 3) * 4, 0);
  if (encoded <= room) return;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  problems.push({ rule: "files_too_large", bytes, max: (room / 4) * 3 });
}

function namesOf(suits: (model: ImageModel) => boolean): string[] {
  return IMAGE_MODELS.filter(suits).map((model) => model.name);
}
