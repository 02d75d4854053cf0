import { z } from "zod";
import { billedSeconds } from "../billing.ts";
import { countCharacters, hasAtMostCharacters } from "../characters.ts";
import { folded, isBlank, storable } from "../read-text.ts";
import { nearest } from "../nearest.ts";
import type { Given } from "../options/field.ts";
import { givenShape, readValues, storedShape, VIDEO_FIELDS } from "../options/option-fields.ts";
import { findImageModel } from "../image/image-models.ts";
import type { Checked, RequestProblem } from "../problem.ts";
import { Reference } from "../reference.ts";
import { defaultSeconds } from "./seconds.ts";
import type { VideoReading } from "./video-field.ts";
import { DEFAULT_VIDEO_MODEL, findVideoModel, VIDEO_MODEL_NAMES } from "./video-models.ts";
import { checkReferences } from "./video-references.ts";
import type { SecondsRule, VideoModel } from "./video-rules.ts";
import { modelsInstead } from "./video-suggest.ts";

/**
 * A validated request for a clip: every field is allowed for its model. Stored as JSON, which the schema reads back.
 */
export const VideoRequest = z.object({
  kind: z.literal("video"),
  /** As sent to the gateway. */
  model: z.string(),
  prompt: z.string(),
  ...storedShape("video"),
  /** In the order in which the prompt names them within a kind, including first and last frames. */
  references: z.array(Reference),
  /** Seconds of the clip and its reference videos. */
  billedSeconds: z.int(),
});
export type VideoRequest = z.infer<typeof VideoRequest>;

/** A member's unchecked options, by name. */
export const VideoOptions = z.object({
  prompt: z.string().optional(),
  model: z.string().optional(),
  ...givenShape("video"),
});
export type VideoOptions = z.infer<typeof VideoOptions>;

/**
 * Validates a member's options and files against the catalogue. Pure. Reports every problem at once.
 * @param listed the names in the key's own list (`GET /v1/models`), if known: the model must be among them. Without a list, the
 * documented models and the suffix rule apply.
 * @param usual the defaults: the model, and the most seconds to bill by default, if the model has such a length. `offered`: the
 * models that problems can suggest.
 */
export function checkVideoRequest(
  options: VideoOptions,
  references: readonly Reference[],
  listed?: readonly string[],
  usual: {
    readonly model?: string | undefined;
    readonly maxBilled?: number | undefined;
    readonly offered?: readonly string[];
  } = {},
): Checked<VideoRequest> {
  const problems: RequestProblem[] = [];
  const prompt = storable(options.prompt ?? "").trim();
  if (isBlank(prompt)) problems.push({ rule: "empty", option: "prompt" });
  const among = usual.offered ?? listed ?? VIDEO_MODEL_NAMES;
  const model = knownModel(options.model ?? usual.model ?? DEFAULT_VIDEO_MODEL, listed, among, problems);
  if (!model) return { ok: false, problems };

  if (model.promptMax !== undefined && !hasAtMostCharacters(prompt, model.promptMax)) {
    problems.push({ rule: "too_long", option: "prompt", length: countCharacters(prompt), max: model.promptMax });
  }
  const values = readOptions(options, { model, listed, among, usualSeconds, problems });
  checkReferences(model, references, among, problems);
  if (problems.length > 0) return { ok: false, problems };
  const read = readValues("video", values);
  return {
    ok: true,
    value: {
      kind: "video",
      model: model.name,
      prompt,
      ...read,
      references: [...references],
      billedSeconds: billedSeconds(read.seconds, references),
    },
  };

  function usualSeconds(rule: SecondsRule): number {
    return defaultSeconds(rule, (usual.maxBilled ?? Number.POSITIVE_INFINITY) - billedSeconds(0, references));
  }
}

/** The model, spelled as in the gateway's list, if there is one. */
function knownModel(
  given: string,
  listed: readonly string[] | undefined,
  among: readonly string[],
  problems: RequestProblem[],
): VideoModel | undefined {
  const asListed = listed?.find((name) => folded(name) === folded(given));
  if (asListed !== undefined) return { ...findVideoModel(asListed), name: asListed };
  const pictures = findImageModel(given);
  if (pictures) {
    problems.push({ rule: "model_of_other_kind", given: pictures.name, makes: "image", allowed: among });
    return undefined;
  }
  const model = findVideoModel(given);
  const isDocumented = VIDEO_MODEL_NAMES.includes(model.name);
  if (!listed && (isDocumented || model.kind === "suffix")) return model;
  problems.push(
    isDocumented
      ? { rule: "unlisted_model", option: "model", given: model.name, allowed: among }
      : { rule: "unknown_model", given, allowed: among, suggestion: nearest(folded(given), among) },
  );
  return undefined;
}

/** A value as the member gave it. A flag has none: `yes` would come back as “true”. */
function givenText(value: unknown): string {
  return typeof value === "boolean" ? "" : String(value);
}

/** Reads every declared option. */
function readOptions(
  given: VideoOptions,
  beside: Pick<VideoReading, "model" | "listed" | "among" | "usualSeconds" | "problems">,
): Readonly<Record<string, unknown>> {
  const { model, among, problems } = beside;
  const values: Record<string, unknown> = {};
  const all: Given = given;
  for (const { name: option, field } of VIDEO_FIELDS) {
    const value = all[option];
    if ((value === undefined || value === false) && !field.hasUsual) continue;
    if (value !== undefined && !field.takenBy(model)) {
      const models = modelsInstead(model, field.takenBy, among);
      problems.push({ rule: "not_for_model", option, given: givenText(value), model: model.name, models });
      continue;
    }
    const read = field.read(value, { ...beside, option, given: all, values });
    if (read !== undefined) values[field.key] = read;
  }
  return values;
}

/** Whether a model takes an option's value, given the others. A value chosen for another model may not fit this one. */
export function fitsVideoModel(option: string, options: VideoOptions, name: string): boolean {
  const model = findVideoModel(name);
  const usualSeconds = (rule: SecondsRule): number => defaultSeconds(rule, Number.POSITIVE_INFINITY);
  const problemsOf = (given: VideoOptions): number => {
    const problems: RequestProblem[] = [];
    readOptions(given, { model, listed: undefined, among: [], usualSeconds, problems });
    return problems.length;
  };
  return problemsOf(options) <= problemsOf({ ...options, [option]: undefined });
}
