import type { CanonicalModel, ListedMedia, MediaForm, ResolutionRule, SecondsRule, VideoRules } from "./video-rules.ts";

/** The sets of aspect ratios of `docs/gateway.md#videos-canonical-variants`. */
const S5 = ["16:9", "9:16", "1:1", "4:3", "3:4"];
const S3 = ["16:9", "9:16", "1:1"];

/** The default of all rows: "maximum 2000 characters unless stated otherwise". */
const PROMPT_MAX = 2_000;

/**
 * The documented variants, row by row as in `docs/gateway.md#videos-canonical-variants`. Validation, bodies, `/models` and the
 * sandbox read only this table.
 */
export const CANONICAL_MODELS: readonly CanonicalModel[] = [
  row(1, "alpha-h3(933/4-15秒/2K)", {
    seconds: range(4, 15),
    resolution: oneOf("2k"),
    images: upTo(9, "A"),
    videos: upTo(3, "V"),
    audios: upTo(3, "M"),
    aspectRatios: S5,
  }),
  row(2, "alpha-h3(933/4-15秒/768p)", {
    seconds: range(4, 15),
    resolution: oneOf("768p"),
    images: upTo(9, "A"),
    videos: upTo(3, "V"),
    audios: upTo(3, "M"),
    aspectRatios: S5,
  }),
  row(3, "alpha-h3(933/2K/支持真人)", {
    seconds: exactly(15),
    resolution: oneOf("2k"),
    promptMax: undefined,
    images: upTo(9, "P"),
    videos: upTo(3, "P"),
    audios: upTo(3, "P"),
    aspectRatios: S5,
  }),
  row(4, "alpha-h3-8img3audio", {
    seconds: range(5, 15),
    resolution: oneOf("480p", "768p"),
    promptMax: undefined,
    images: upTo(8, "P"),
    videos: "must be empty",
    audios: upTo(3, "P"),
    aspectRatios: ["16:9", "9:16"],
  }),
  row(5, "beta-2.0-mini-12s", {
    seconds: exactly(12),
    resolution: oneOf("720p"),
    images: "must be empty",
  }),
  row(6, "beta-2.5-30img", {
    seconds: range(4, 30),
    resolution: { kind: "any", normalisedTo: "720p" },
    images: upTo(30, "A"),
    audios: upTo(10, "M"),
    aspectRatios: ["16:9", "9:16", "1:1", "4:3", "3:4", "21:9"],
    face: true,
  }),
  row(7, "beta-2.0-15s-480p", {
    seconds: exactly(15),
    resolution: oneOf("480p"),
    // The contract says both "required, 1 to 9" and "may be empty"; we follow the stricter reading.
    images: { ...upTo(9, "A"), min: 1 },
    audios: upTo(3, "M"),
  }),
  row(8, "sd2.0(9-0-0)", {
    seconds: range(5, 15),
    resolution: oneOf("480p", "720p"),
    images: upTo(9, "A"),
    aspectRatios: S3,
  }),
  row(9, "sd2.0(9-3-3)", {
    seconds: range(5, 15),
    resolution: oneOf("720p"),
    images: upTo(9, "A"),
    videos: upTo(3, "V"),
    audios: upTo(3, "M"),
    aspectRatios: S3,
  }),
  row(10, "sd2.0(fast原生过真人933/720P)", {
    seconds: range(4, 15),
    resolution: oneOf("720p"),
    images: upTo(9, "A"),
    videos: upTo(3, "V"),
    audios: upTo(3, "M"),
    aspectRatios: S3,
  }),
  row(11, "sd2.0(mini9图3音频)", {
    seconds: range(12, 15),
    resolution: oneOf("480p", "720p"),
    images: upTo(9, "A"),
    audios: upTo(3, "M"),
    aspectRatios: S3,
  }),
  row(12, "sd2.5(30图10音)", {
    seconds: range(4, 30),
    resolution: oneOf("480p", "720p"),
    images: upTo(30, "A"),
    audios: upTo(10, "M"),
    aspectRatios: S3,
  }),
  row(13, "sd2.5(10参考图10音频)", {
    seconds: range(4, 30),
    resolution: oneOf("480p", "720p"),
    images: upTo(10, "A"),
    audios: upTo(10, "M"),
    aspectRatios: S3,
  }),
  row(14, "sd2.5(9参考图)", {
    seconds: range(4, 30),
    resolution: oneOf("480p", "720p"),
    images: upTo(9, "A"),
    aspectRatios: S3,
  }),
  row(15, "sd2.0(满血933过人脸720P)", {
    seconds: { kind: "one of", values: [5, 10, 15] },
    resolution: oneOf("720p"),
    images: upTo(9, "A"),
    videos: upTo(3, "V"),
    audios: "not shown",
    aspectRatios: "not shown",
  }),
];

/** The suffix-family names in the contract's requests; others are recognised by the rule for names. */
export const SUFFIX_MODEL_NAMES = ["gamma3.0-video-480p", "gamma3.0-video-720p", "gamma3.0-image-480p"] as const;

/** A row of the table; missing fields are "not listed". */
function row(
  number: number,
  name: string,
  rules: Pick<VideoRules, "seconds" | "resolution" | "images"> & Partial<VideoRules>,
): CanonicalModel {
  return {
    kind: "canonical",
    row: number,
    name,
    promptMax: PROMPT_MAX,
    videos: "not listed",
    audios: "not listed",
    aspectRatios: "not listed",
    face: false,
    ...rules,
  };
}

function range(min: number, max: number): SecondsRule {
  return { kind: "range", min, max };
}

function exactly(value: number): SecondsRule {
  return { kind: "exactly", value };
}

function oneOf(...values: string[]): ResolutionRule {
  return { kind: "one of", values };
}

/** Form M is audio with the MP3 rule; form P has none. */
function upTo(max: number, form: MediaForm): ListedMedia {
  return { min: 0, max, form, mp3Rule: form === "M" };
}
