import { z } from "zod";
import { MAX_REFERENCE_SECONDS } from "../../lib/limits.ts";
import { isMp3Address } from "./reference-address.ts";
import { REFERENCE_ROLES } from "./reference.ts";
import type { ListedMedia, MediaRule } from "./video/video-rules.ts";

const NOT_AN_ADDRESS = "must be an http or https address";

const Address = z
  .url({ protocol: /^https?$/, error: NOT_AN_ADDRESS })
  .regex(/^https?:\/\//i, { error: NOT_AN_ADDRESS });

const Mp3Address = Address.refine(isMp3Address, { error: "must be an MP3: the path of the address ends with .mp3" });

const DURATION = `must be an integer from 1 to ${MAX_REFERENCE_SECONDS}`;
const ItemSeconds = z
  .int({ error: DURATION })
  .min(1, { error: DURATION })
  .max(MAX_REFERENCE_SECONDS, { error: DURATION });

/** `{ url, duration or seconds }`: one of the two, or both if they agree. */
const TIMED = { duration: ItemSeconds.optional(), seconds: ItemSeconds.optional() };

const SUFFIX_ITEMS = {
  images: z.strictObject(
    {
      url: Address,
      role: z.enum(REFERENCE_ROLES, { error: `must be one of ${REFERENCE_ROLES.join(", ")}` }).optional(),
    },
    { error: "must be an object { url, role? }" },
  ),
  videos: z
    .strictObject({ url: Address, ...TIMED }, { error: "must be an object { url, duration }" })
    .refine(hasDuration, { path: ["duration"], error: "is required: an integer number of seconds" })
    .refine(agrees, { path: ["duration"], error: "conflicts with seconds" }),
  audios: z.strictObject({ url: Mp3Address }, { error: "must be an object { url }" }),
};

/** An item of `input.media`: the suffix family's advanced form of a reference. */
export const InputMedia = z
  .strictObject({
    type: z.enum(["first_frame", "last_frame", "reference_image", "reference_audio", "reference_video"]),
    url: Address,
    ...TIMED,
  })
  .refine(agrees, { path: ["duration"], error: "conflicts with seconds" })
  .refine((item) => item.type === "reference_video" || !hasDuration(item), {
    path: ["duration"],
    error: "belongs to a reference_video",
  })
  .refine((item) => item.type !== "reference_audio" || isMp3Address(item.url), {
    path: ["url"],
    error: "must be an MP3: the path of the address ends with .mp3",
  });

/** The schema for an array of references; undefined if there is no such field. */
export function mediaArray(kind: "images" | "videos" | "audios", rule: MediaRule, emptyError: string) {
  if (rule === "not listed" || rule === "not shown") return undefined;
  const error = (issue: { input: unknown }) => (issue.input === undefined ? "is required" : "must be an array");
  if (rule === "must be empty") return z.array(z.unknown(), { error }).max(0, { error: emptyError }).optional();
  const most = `must have at most ${rule.max}`;
  const items = z.array(itemOf(kind, rule), { error }).max(rule.max, { error: most });
  return rule.min === 0 ? items.optional() : items.min(rule.min, { error: `must have at least ${rule.min}` });
}

/** Item forms of `docs/gateway.md#videos-canonical-variants`, and the suffix family's objects. */
function itemOf(kind: "images" | "videos" | "audios", rule: ListedMedia): z.ZodType {
  switch (rule.form) {
    case "A":
      return z.union([Address, z.strictObject({ url: Address, role: z.literal("reference_image").optional() })], {
        error: `${NOT_AN_ADDRESS}, or { url, role? } whose role can only be reference_image`,
      });
    case "V":
      return z.union([Address, z.strictObject({ url: Address, seconds: ItemSeconds.optional() })], {
        error: `${NOT_AN_ADDRESS}, or { url, seconds? } whose seconds are an integer from 1 to ${MAX_REFERENCE_SECONDS}`,
      });
    case "M":
      return z.union([Mp3Address, z.strictObject({ url: Mp3Address })], {
        error: `${NOT_AN_ADDRESS} whose path ends with .mp3, or { url } with one`,
      });
    case "P":
      return Address;
    case "object":
      return SUFFIX_ITEMS[kind];
  }
}

interface Timed {
  readonly duration?: number | undefined;
  readonly seconds?: number | undefined;
}

function hasDuration(item: Timed): boolean {
  return item.duration !== undefined || item.seconds !== undefined;
}

function agrees(item: Timed): boolean {
  return item.duration === undefined || item.seconds === undefined || item.duration === item.seconds;
}
