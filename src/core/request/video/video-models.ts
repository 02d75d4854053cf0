import { folded } from "../read-text.ts";
import { CANONICAL_MODELS, SUFFIX_MODEL_NAMES } from "./video-catalogue.ts";
import type { CanonicalModel, MediaRule, SuffixModel, UndocumentedModel, VideoModel } from "./video-rules.ts";

/** The default of `/video` while the gateway's list is unknown: its family supports every kind of reference and every role. */
export const DEFAULT_VIDEO_MODEL = "gamma3.0-video-720p";

/** Every documented name: for suggestions, `/models` and the sandbox. */
export const VIDEO_MODEL_NAMES: readonly string[] = [
  ...CANONICAL_MODELS.map((model) => model.name),
  ...SUFFIX_MODEL_NAMES,
];

/** Tiers of the suffix family; a name ends with one. */
export const SUFFIX_TIERS = ["480p", "720p", "1080p"] as const;
export type SuffixTier = (typeof SUFFIX_TIERS)[number];

const CANONICAL: ReadonlyMap<string, CanonicalModel> = new Map(
  CANONICAL_MODELS.map((model) => [folded(model.name), model]),
);

/**
 * The rules for a model's name. Exact names win over the suffix rule; other names are undocumented and have the common fields
 * only. Ignores case and the full-width characters of Chinese keyboards. The result's `name` is what is sent; exact callers
 * compare it.
 */
export function findVideoModel(name: string): VideoModel {
  const wanted = folded(name);
  const canonical = CANONICAL.get(wanted);
  if (canonical) return canonical;
  const wireName = SUFFIX_MODEL_NAMES.find((known) => known === wanted) ?? name.trim();
  const tier = tierOf(wireName);
  return tier === undefined ? undocumentedModel(wireName) : suffixModel(wireName, tier);
}

/** "Names that carry the suffix"; unlikely names are left unknown. */
function tierOf(name: string): SuffixTier | undefined {
  if (!/^[^\s\p{C}]{1,100}$/u.test(name)) return undefined;
  return SUFFIX_TIERS.find((tier) => name.toLowerCase().endsWith(`-${tier}`));
}

/** The model of the same family for another tier, by the rule for names. */
export function siblingName(model: SuffixModel, tier: SuffixTier): string {
  return model.name.slice(0, -model.tier.length) + tier;
}

/**
 * The suffix family's rules: `docs/gateway.md#videos-suffix-family`, and `#videos-limits` where that is silent. Neither states a
 * maximum for its prompt.
 */
function suffixModel(name: string, tier: SuffixTier): SuffixModel {
  const series = name.toLowerCase().includes("-image-")
    ? "image"
    : name.toLowerCase().includes("-video-")
      ? "video"
      : undefined;
  return {
    kind: "suffix",
    name,
    tier,
    series,
    seconds: { kind: "range", min: 2, max: 30 },
    promptMax: undefined,
    resolution: { kind: "one of", values: [tier] },
    images: SUFFIX_IMAGES,
    videos: series === "image" ? "must be empty" : SUFFIX_VIDEOS,
    audios: SUFFIX_AUDIOS,
    aspectRatios: SUFFIX_RATIOS,
    face: false,
  };
}

const SUFFIX_RATIOS = ["16:9", "9:16", "1:1", "adaptive"];
const SUFFIX_IMAGES: MediaRule = { min: 0, max: 10, form: "object", mp3Rule: false };
/** The family's own table has no number; "Limits" says at most three wherever videos are allowed. */
const SUFFIX_VIDEOS: MediaRule = { min: 0, max: 3, form: "object", mp3Rule: false };
/** The family's table has no number, so we use the largest in "Limits". "Errors" demands MP3 audio without exception. */
const SUFFIX_AUDIOS: MediaRule = { min: 0, max: 10, form: "object", mp3Rule: true };

/** The 23 models without a documented request shape, and any other name that a key lists. */
function undocumentedModel(name: string): UndocumentedModel {
  return {
    kind: "undocumented",
    name,
    seconds: { kind: "range", min: 1, max: 3_600 },
    promptMax: undefined,
    resolution: "not shown",
    images: "not shown",
    videos: "not shown",
    audios: "not shown",
    aspectRatios: "not shown",
    face: false,
  };
}
