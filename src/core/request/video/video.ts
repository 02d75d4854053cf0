import { z } from "zod";
import { billedSeconds } from "../billing.ts";
import { countCharacters, hasAtMostCharacters } from "../characters.ts";
import { folded, isBlank, oneOf, storable } from "../given.ts";
import { nearest } from "../nearest.ts";
import type { Checked, RequestProblem } from "../problem.ts";
import { Reference } from "../reference.ts";
import { allowedSeconds, allowsSeconds, wholeSeconds } from "./seconds.ts";
import { DEFAULT_VIDEO_MODEL, findVideoModel, siblingName, SUFFIX_TIERS, VIDEO_MODEL_NAMES } from "./video-models.ts";
import { checkReferences } from "./video-references.ts";
import type { SecondsRule, VideoModel } from "./video-rules.ts";
import { modelsInstead } from "./video-suggest.ts";

/**
 * A validated wish for a clip: every field is allowed for its model. It is stored as JSON, so the schema also reads it
 * back.
 */
export const VideoRequest = z.object({
  kind: z.literal("video"),
  /** As it goes over the wire. */
  model: z.string(),
  prompt: z.string(),
  seconds: z.int(),
  /** Known of suffix models always, by their name; undefined leaves it to the model. */
  resolution: z.string().optional(),
  aspectRatio: z.string().optional(),
  /** True or left out. */
  face: z.literal(true).optional(),
  /** In the order in which the prompt names them within a kind, first and last frames included. */
  references: z.array(Reference),
  /** Seconds of the clip and of its reference videos. */
  billedSeconds: z.int(),
});
export type VideoRequest = z.infer<typeof VideoRequest>;

const Seconds = z.union([z.number(), z.string()]).optional();

/** What a member gave, by option name, before anyone looked at it. `duration` is the legacy name of `seconds`. */
export const VideoOptions = z.object({
  prompt: z.string().optional(),
  model: z.string().optional(),
  seconds: Seconds,
  duration: Seconds,
  resolution: z.string().optional(),
  aspect_ratio: z.string().optional(),
  face: z.boolean().optional(),
});
export type VideoOptions = z.infer<typeof VideoOptions>;

/** The length where nobody says one: clips shorter than this are rarely what is meant, longer ones cost more. */
const USUAL_SECONDS = 5;

/**
 * Checks a member's options and files against the catalogue; pure, and nothing is sent. Finds every problem at once.
 * @param listed the names that the key's own list holds (`GET /v1/models`), where it is known: the model must be in it. Without
 *   a list the documented models and the suffix rule are trusted.
 * @param usual what is taken where nobody says otherwise: the model, and a length with which no more is billed than that, where
 *   the model has one. `offered`: the models that problems may name.
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
  const seconds = checkSeconds(options, model, usualSeconds, problems);
  const resolution = checkResolution(options.resolution, model, { listed, among }, problems);
  const aspectRatio = checkAspectRatio(options.aspect_ratio, model, among, problems);
  if (options.face === true && !model.face) {
    const models = modelsInstead(model, (other) => other.face, among);
    problems.push({ rule: "not_for_model", option: "face", given: "true", model: model.name, models });
  }
  checkReferences(model, references, among, problems);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      kind: "video",
      model: model.name,
      prompt,
      seconds,
      ...(resolution === undefined ? {} : { resolution }),
      ...(aspectRatio === undefined ? {} : { aspectRatio }),
      ...(options.face === true ? { face: true } : {}),
      references: [...references],
      billedSeconds: billedSeconds(seconds, references),
    },
  };

  function usualSeconds(rule: SecondsRule): number {
    return defaultSeconds(rule, (usual.maxBilled ?? Number.POSITIVE_INFINITY) - billedSeconds(0, references));
  }
}

/** The length that is taken where nobody says one: no longer than `most`, where the rule has such a length. */
function defaultSeconds(rule: SecondsRule, most: number): number {
  const allowed = allowedSeconds(rule);
  const usual = allowed.find((seconds) => seconds >= USUAL_SECONDS) ?? allowed.at(-1) ?? USUAL_SECONDS;
  return usual <= most ? usual : (allowed.findLast((seconds) => seconds <= most) ?? usual);
}

/** Sent as the gateway's list writes it, where there is one. */
function knownModel(
  given: string,
  listed: readonly string[] | undefined,
  among: readonly string[],
  problems: RequestProblem[],
): VideoModel | undefined {
  const asListed = listed?.find((name) => folded(name) === folded(given));
  if (asListed !== undefined) return { ...findVideoModel(asListed), name: asListed };
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

/** `seconds`, or `duration` as its other name; both only where they agree. */
function checkSeconds(
  options: VideoOptions,
  model: VideoModel,
  usual: (rule: SecondsRule) => number,
  problems: RequestProblem[],
): number {
  const [seconds, duration] = (["seconds", "duration"] as const).map((option) => {
    const given = options[option];
    if (given === undefined) return undefined;
    const whole = wholeSeconds(given);
    if (whole === undefined || !allowsSeconds(model.seconds, whole)) {
      problems.push({ rule: "seconds", option, given: String(given), model: model.name, allowed: model.seconds });
    }
    return whole;
  });
  if (seconds !== undefined && duration !== undefined && seconds !== duration) {
    problems.push({
      rule: "conflict",
      option: "seconds",
      given: String(seconds),
      other: "duration",
      otherGiven: String(duration),
    });
  }
  return seconds ?? duration ?? usual(model.seconds);
}

function checkResolution(
  given: string | undefined,
  model: VideoModel,
  { listed, among }: { readonly listed: readonly string[] | undefined; readonly among: readonly string[] },
  problems: RequestProblem[],
): string | undefined {
  const rule = model.resolution;
  if (model.kind === "suffix") {
    const wanted = given === undefined ? model.tier : folded(given);
    if (given !== undefined && wanted !== model.tier) {
      const tier = SUFFIX_TIERS.find((one) => one === wanted);
      const sibling = tier && siblingName(model, tier);
      const known = sibling !== undefined && (!listed || listed.includes(sibling));
      const { name, tier: own } = model;
      problems.push({ rule: "tier", given, model: name, tier: own, sibling: known ? sibling : undefined });
    }
    return model.tier;
  }
  if (given === undefined) return undefined;
  if (typeof rule === "string") {
    const models = modelsInstead(model, (other) => typeof other.resolution !== "string", among);
    problems.push({ rule: "not_for_model", option: "resolution", given, model: model.name, models });
    return undefined;
  }
  if (rule.kind === "one of") return oneOf("resolution", given, rule.values, problems);
  if (given.trim() === "") {
    problems.push({ rule: "not_allowed", option: "resolution", given, allowed: [rule.normalisedTo] });
  }
  return rule.normalisedTo;
}

function checkAspectRatio(
  given: string | undefined,
  model: VideoModel,
  among: readonly string[],
  problems: RequestProblem[],
): string | undefined {
  if (given === undefined) return undefined;
  if (typeof model.aspectRatios === "string") {
    const models = modelsInstead(model, (other) => typeof other.aspectRatios !== "string", among);
    problems.push({ rule: "not_for_model", option: "aspect_ratio", given, model: model.name, models });
    return undefined;
  }
  return oneOf("aspect_ratio", given, model.aspectRatios, problems);
}
