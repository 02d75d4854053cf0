import { z } from "zod";
import { hasAtMostCharacters } from "../characters.ts";
import { allowedSeconds, allowsSeconds, wholeSeconds } from "./seconds.ts";
import { CANONICAL_MODELS } from "./video-catalogue.ts";
import { findVideoModel } from "./video-models.ts";
import type { SecondsRule, VideoModel } from "./video-rules.ts";
import { InputMedia, mediaArray } from "../wire-media.ts";

/** A request body's schema, and its model: a name, or what several names have in common. */
export interface VideoBodySchema {
  readonly name: string;
  readonly schema: z.ZodType;
}

/**
 * The schema of `POST /v1/videos` for a model, field by field, from the catalogue that also validates people's requests. Refuses
 * unlisted fields. `parseVideoBody` checks rules between fields.
 */
export function videoBodySchema(model: VideoModel): z.ZodType {
  return model.kind === "suffix" ? suffixSchema(model) : canonicalSchema(model);
}

/** Every schema, for a description of the service. */
export function videoBodySchemas(): readonly VideoBodySchema[] {
  const families = ["any-video-480p", "any-image-480p", "any"].map((name) => findVideoModel(name));
  return [...CANONICAL_MODELS, ...families].map((model) => ({ name: model.name, schema: videoBodySchema(model) }));
}

function canonicalSchema(model: VideoModel): z.ZodType {
  const { resolution, aspectRatios } = model;
  return z.strictObject({
    ...commonFields(model, secondsField(model.seconds, "or number")),
    ...present({
      resolution:
        typeof resolution === "string"
          ? undefined
          : resolution.kind === "any"
            ? z.string({ error: "must be a text" }).min(1, { error: "must not be empty" }).optional()
            : choice(resolution.values).optional(),
      images: mediaArray("images", model.images, "must be empty for this model"),
      videos: mediaArray("videos", model.videos, "must be empty for this model"),
      audios: mediaArray("audios", model.audios, "must be empty for this model"),
      aspect_ratio: typeof aspectRatios === "string" ? undefined : choice(aspectRatios).optional(),
      face: model.face ? z.boolean({ error: "must be true or false" }).optional() : undefined,
    }),
  });
}

function suffixSchema(model: VideoModel): z.ZodType {
  const { aspectRatios } = model;
  return z.strictObject({
    ...commonFields(model, secondsField(model.seconds, "only")),
    ...present({
      aspect_ratio: typeof aspectRatios === "string" ? undefined : choice(aspectRatios).optional(),
      reference_images: mediaArray("images", model.images, "must be empty for this model"),
      reference_videos: mediaArray("videos", model.videos, "is not for models of the image series"),
      reference_audios: mediaArray("audios", model.audios, "must be empty for this model"),
    }),
    // Compatibility fields: the name's tier applies, whatever they say.
    size: z.string({ error: "must be a text" }).optional(),
    resolution: z.string({ error: "must be a text" }).optional(),
    input: z.strictObject({ media: z.array(InputMedia).optional() }).optional(),
  });
}

/** `model`, `prompt`, and the length under either name; `secondsOf` requires one of them. */
function commonFields(model: VideoModel, seconds: z.ZodType) {
  const { promptMax } = model;
  const prompt = z
    .string({ error: ({ input }) => (input === undefined ? "is required" : "must be a text") })
    .min(1, { error: "must not be empty" });
  return {
    model: model.kind === "canonical" ? z.literal(model.name) : z.string().min(1),
    prompt:
      promptMax === undefined
        ? prompt
        : prompt
            .refine((text) => hasAtMostCharacters(text, promptMax), {
              error: `must have at most ${promptMax} characters`,
            })
            .meta({ maxLength: promptMax }),
    seconds: seconds.optional(),
    duration: secondsField(model.seconds, "or number").optional(),
  };
}

/** Seconds as an integer string, and as an integer where that is allowed too. */
function secondsField(rule: SecondsRule, string: "only" | "or number"): z.ZodType {
  const error = `must be ${string === "only" ? "the string of an integer" : "an integer"}: ${sayAllowed(rule)}`;
  const allows = (given: string | number) => allowsSeconds(rule, wholeSeconds(given) ?? Number.NaN);
  const listed = rule.kind !== "range" || rule.max - rule.min < 100;
  const strings = listed
    ? z.enum(allowedSeconds(rule).map(String), { error })
    : z.string({ error }).regex(/^\d+$/, { error }).refine(allows, { error });
  if (string === "only") return strings;
  const numbers =
    rule.kind === "range"
      ? z.int({ error }).min(rule.min, { error }).max(rule.max, { error })
      : z.literal([...allowedSeconds(rule)], { error });
  return z.union([numbers, strings], { error });
}

function sayAllowed(rule: SecondsRule): string {
  return rule.kind === "range" ? `${rule.min} to ${rule.max}` : allowedSeconds(rule).join(", ");
}

function choice(values: readonly string[]) {
  return z.enum([...values], { error: `must be one of ${values.join(", ")}` });
}

/** Drops undefined fields. */
function present(fields: Readonly<Record<string, z.ZodType | undefined>>): Record<string, z.ZodType> {
  const listed: Record<string, z.ZodType> = {};
  for (const [name, schema] of Object.entries(fields)) if (schema) listed[name] = schema;
  return listed;
}
