import { z } from "zod";
import { folded, oneOf } from "../read-text.ts";
import { textOf } from "../options/field.ts";
import { allowedSeconds, allowsSeconds, defaultSeconds, wholeSeconds } from "./seconds.ts";
import type { VideoField, VideoReading } from "./video-field.ts";
import { siblingName, SUFFIX_TIERS } from "./video-models.ts";
import type { VideoModel } from "./video-rules.ts";

/** The longest clip of any documented model. */
export const MAX_CLIP_SECONDS = 30;

/** A field with the same name in both families; models without a documented shape have the common fields only. */
const everywhere = <const Name extends string>(name: Name) => ({ canonical: name, suffix: name, undocumented: name });

/** Whole seconds. `duration` is a legacy name: if both are given, they must agree. */
export const secondsField: VideoField<"seconds", z.ZodInt> = {
  key: "seconds",
  stored: z.int(),
  wire: everywhere("seconds"),
  wireAliases: ["duration"],
  takenBy: () => true,
  values: (model) => (model.kind === "undocumented" ? [] : allowedSeconds(model.seconds).map(String)),
  hasUsual: true,
  usual: (model) =>
    model.kind === "undocumented" ? undefined : String(defaultSeconds(model.seconds, Number.POSITIVE_INFINITY)),
  read: (_given, reading) => readSeconds(reading),
  sent: ({ seconds }, model) => (model.kind === "suffix" ? String(seconds) : seconds),
  summary: (seconds) => `${String(seconds)} s`,
};

/** A suffix model's name determines it; otherwise the model decides by default. */
export const resolutionField: VideoField<"resolution", z.ZodOptional<z.ZodString>> = {
  key: "resolution",
  stored: z.string().optional(),
  wire: { canonical: "resolution" },
  wireAliases: ["size"],
  takenBy: ({ resolution }) => typeof resolution !== "string",
  known: ["480p", "720p", "768p", "1080p", "2k"],
  values: resolutionsOf,
  hasUsual: true,
  usual(model) {
    const [only, ...others] = resolutionsOf(model);
    return others.length === 0 ? only : undefined;
  },
  read: readResolution,
  summary: String,
};

export const clipRatioField: VideoField<"aspectRatio", z.ZodOptional<z.ZodString>> = {
  key: "aspectRatio",
  stored: z.string().optional(),
  wire: everywhere("aspect_ratio"),
  takenBy: ({ aspectRatios }) => typeof aspectRatios !== "string",
  known: ["16:9", "9:16", "1:1", "4:3", "3:4", "21:9", "adaptive"],
  values: ratiosOf,
  read: (given, { option, model, problems }) => oneOf(option, textOf(given), ratiosOf(model), problems),
  summary: String,
};

/** True or omitted. */
export const faceField: VideoField<"face", z.ZodOptional<z.ZodLiteral<true>>> = {
  key: "face",
  stored: z.literal(true).optional(),
  wire: { canonical: "face" },
  takenBy: ({ face }) => face,
  read: (given) => (given === true ? true : undefined),
};

function resolutionsOf({ resolution }: VideoModel): readonly string[] {
  if (typeof resolution === "string") return [];
  return resolution.kind === "any" ? [resolution.normalisedTo] : resolution.values;
}

function ratiosOf({ aspectRatios }: VideoModel): readonly string[] {
  return typeof aspectRatios === "string" ? [] : aspectRatios;
}

function readSeconds({ given: all, model, usualSeconds, problems }: VideoReading): number {
  const [seconds, duration] = (["seconds", "duration"] as const).map((option) => {
    const given = all[option];
    if (typeof given !== "number" && typeof given !== "string") return undefined;
    const whole = wholeSeconds(typeof given === "string" ? given.normalize("NFKC") : given);
    if (whole === undefined || !allowsSeconds(model.seconds, whole)) {
      problems.push({ rule: "seconds", option, given: String(given), model: model.name, allowed: model.seconds });
    }
    return whole;
  });
  if (seconds !== undefined && duration !== undefined && seconds !== duration) {
    const [given, otherGiven] = [String(seconds), String(duration)];
    problems.push({ rule: "conflict", option: "seconds", given, other: "duration", otherGiven });
  }
  return seconds ?? duration ?? usualSeconds(model.seconds);
}

function readResolution(value: unknown, reading: VideoReading): string | undefined {
  const { option, model, listed, problems } = reading;
  const given = textOf(value);
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
  if (given === undefined || typeof rule === "string") return undefined;
  if (rule.kind === "one of") return oneOf(option, given, rule.values, problems);
  if (given.trim() === "") problems.push({ rule: "not_allowed", option, given, allowed: [rule.normalisedTo] });
  return rule.normalisedTo;
}
