import { z } from "zod";
import type { REFERENCE_ROLES } from "../reference.ts";
import { wholeSeconds } from "./seconds.ts";
import { findVideoModel } from "./video-models.ts";
import type { VideoModel } from "./video-rules.ts";
import { videoBodySchema } from "./wire-video-schema.ts";

/** A validated create request from the wire, in one shape for all models. */
export interface WireVideo {
  readonly model: VideoModel;
  readonly prompt: string;
  readonly seconds: number;
  /** The effective resolution, if known: the name's tier, or the requested one. */
  readonly resolution: string | undefined;
  readonly aspectRatio: string | undefined;
  readonly face: boolean;
  /** In the order in which prompts count them within a kind: the `reference_*` fields first, then `input.media`. */
  readonly references: readonly WireReference[];
}

export interface WireReference {
  readonly kind: "image" | "video" | "audio";
  readonly url: string;
  readonly role: (typeof REFERENCE_ROLES)[number] | undefined;
  /** As the request claims; for videos only. */
  readonly seconds: number | undefined;
}

/** A problem: the field, e.g. `images[2].url`, and the reason. */
export interface WireIssue {
  readonly param: string;
  readonly message: string;
}

export type ParsedVideo =
  | { readonly ok: true; readonly value: WireVideo }
  | { readonly ok: false; readonly issues: readonly [WireIssue, ...WireIssue[]] };

/** Parses the JSON body of `POST /v1/videos` (`docs/gateway.md#videos-create-request`). Names must match exactly. */
export function parseVideoBody(body: unknown): ParsedVideo {
  const named = Named.safeParse(body);
  if (!named.success) return refused({ param: "model", message: "must be the name of a model" });
  const model = findVideoModel(named.data.model);
  if (model.name !== named.data.model) return refused({ param: "model", message: `must be written as ${model.name}` });
  const judged = videoBodySchema(model).safeParse(body);
  if (!judged.success) return refused(...judged.error.issues.flatMap(issuesOf));
  const fields = Fields.parse(body);
  const seconds = secondsOf(fields);
  const references = referencesOf(fields);
  const issues = [...(typeof seconds === "number" ? [] : [seconds]), ...issuesBetween(model, fields, references)];
  if (typeof seconds !== "number" || issues.length > 0) return refused(...issues);
  return {
    ok: true,
    value: {
      model,
      prompt: fields.prompt,
      seconds,
      resolution: effectiveResolution(model, fields.resolution),
      aspectRatio: fields.aspect_ratio,
      face: fields.face ?? false,
      references,
    },
  };
}

const Named = z.looseObject({ model: z.string().min(1) });

const Item = z.union([
  z.string().transform((url) => ({ url, role: undefined, seconds: undefined, duration: undefined })),
  z.object({
    url: z.string(),
    role: z.enum(["reference_image", "first_frame", "last_frame"]).optional(),
    seconds: z.number().optional(),
    duration: z.number().optional(),
  }),
]);
const Items = z.array(Item).default([]);
const Length = z.union([z.string(), z.number()]).optional();

/** The fields of all shapes, to read a body that the model's own schema has validated. */
const Fields = z.object({
  prompt: z.string(),
  seconds: Length,
  duration: Length,
  resolution: z.string().optional(),
  aspect_ratio: z.string().optional(),
  face: z.boolean().optional(),
  images: Items,
  videos: Items,
  audios: Items,
  reference_images: Items,
  reference_videos: Items,
  reference_audios: Items,
  input: z
    .object({
      media: z
        .array(
          z.object({
            type: z.enum(["first_frame", "last_frame", "reference_image", "reference_audio", "reference_video"]),
            url: z.string(),
            seconds: z.number().optional(),
            duration: z.number().optional(),
          }),
        )
        .default([]),
    })
    .default({ media: [] }),
});
type Fields = z.infer<typeof Fields>;

/** "Requests containing conflicting aliases are rejected"; one of the two is required. */
function secondsOf({ seconds, duration }: Fields): number | WireIssue {
  const given = seconds === undefined ? undefined : wholeSeconds(seconds);
  const alias = duration === undefined ? undefined : wholeSeconds(duration);
  if (given !== undefined && alias !== undefined && given !== alias) {
    return { param: "duration", message: "conflicts with seconds" };
  }
  return given ?? alias ?? { param: "seconds", message: "is required" };
}

function referencesOf(fields: Fields): WireReference[] {
  const listed = (["image", "video", "audio"] as const).flatMap((kind) =>
    [...fields[`${kind}s`], ...fields[`reference_${kind}s`]].map(({ url, role, seconds, duration }): WireReference => ({
      kind,
      url,
      role,
      seconds: seconds ?? duration,
    })),
  );
  const advanced = fields.input.media.map(({ type, url, seconds, duration }): WireReference => {
    if (type === "reference_video") return { kind: "video", url, role: undefined, seconds: seconds ?? duration };
    if (type === "reference_audio") return { kind: "audio", url, role: undefined, seconds: undefined };
    return { kind: "image", url, role: type, seconds: undefined };
  });
  return [...listed, ...advanced];
}

/** The suffix family's rules across both places of references; a model without `input` has none. */
function issuesBetween(model: VideoModel, fields: Fields, references: readonly WireReference[]): WireIssue[] {
  if (fields.input.media.length === 0) return [];
  const issues: WireIssue[] = [];
  for (const kind of ["image", "video", "audio"] as const) {
    const rule = model[`${kind}s`];
    const max = typeof rule === "string" ? 0 : rule.max;
    if (references.filter((one) => one.kind === kind).length <= max) continue;
    const message =
      max === 0 ? `takes no reference ${kind}s for this model` : `brings the ${kind}s to more than ${max}`;
    issues.push({ param: "input.media", message });
  }
  for (const [index, { type, url }] of fields.input.media.entries()) {
    if (type === "reference_video" && fields.reference_videos.some((video) => video.url === url)) {
      issues.push({ param: `input.media[${index}]`, message: "is in reference_videos as well: a video has one place" });
    }
  }
  return issues;
}

function effectiveResolution(model: VideoModel, asked: string | undefined): string | undefined {
  if (model.kind === "suffix") return model.tier;
  const rule = model.resolution;
  return typeof rule !== "string" && rule.kind === "any" ? rule.normalisedTo : asked;
}

function refused(...issues: WireIssue[]): ParsedVideo {
  // One value may break several rules with the same message, e.g. about addresses; report it once.
  const said = new Map(issues.map((issue) => [`${issue.param} ${issue.message}`, issue]));
  const [first = { param: "body", message: "is invalid" }, ...others] = said.values();
  return { ok: false, issues: [first, ...others] };
}

function issuesOf(issue: z.core.$ZodIssue): WireIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      param: paramOf([...issue.path, key]),
      message: "is not a field of this model's requests",
    }));
  }
  return [{ param: paramOf(issue.path), message: issue.message }];
}

/** `["images", 2, "url"]` as `images[2].url`. */
function paramOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );
}
