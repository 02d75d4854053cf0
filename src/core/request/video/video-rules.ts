/**
 * A video model's rules, as data. Source: `docs/gateway.md#videos-create-request`. The gateway refuses a field that is "not
 * listed". For one that is "not shown" the contract is silent, so it is neither sent nor accepted.
 */
export type VideoModel = CanonicalModel | SuffixModel | UndocumentedModel;

/** A row of the contract's table of variants: integer `seconds`, and `images`, `videos`, `audios`. */
export interface CanonicalModel extends VideoRules {
  readonly kind: "canonical";
  /** The row's number in the table. */
  readonly row: number;
}

/** A name that ends with its tier: string `seconds`, and `reference_images`, `reference_videos`, `reference_audios`. */
export interface SuffixModel extends VideoRules {
  readonly kind: "suffix";
  readonly tier: "480p" | "720p" | "1080p";
  /** From the name; undefined if it contains neither. */
  readonly series: "video" | "image" | undefined;
}

/** A name without a documented shape: `model`, `prompt` and `seconds` only. */
export interface UndocumentedModel extends VideoRules {
  readonly kind: "undocumented";
}

export interface VideoRules {
  /** As sent to the gateway. */
  readonly name: string;
  readonly seconds: SecondsRule;
  readonly resolution: ResolutionRule;
  /** The prompt's maximum length in characters; undefined if there is none. The minimum is always 1. */
  readonly promptMax: number | undefined;
  readonly images: MediaRule;
  readonly videos: MediaRule;
  readonly audios: MediaRule;
  readonly aspectRatios: readonly string[] | Absent;
  /** Whether the model has the field `face`, which preprocesses reference images. */
  readonly face: boolean;
}

/** The clip's length in whole seconds. */
export type SecondsRule =
  | { readonly kind: "range"; readonly min: number; readonly max: number }
  | { readonly kind: "one of"; readonly values: readonly number[] }
  | { readonly kind: "exactly"; readonly value: number };

/** `any`: every text is accepted and means `normalisedTo`. */
export type ResolutionRule =
  | { readonly kind: "one of"; readonly values: readonly string[] }
  | { readonly kind: "any"; readonly normalisedTo: string }
  | Absent;

/** References of one kind. */
export type MediaRule = ListedMedia | "must be empty" | Absent;

export interface ListedMedia {
  readonly min: number;
  readonly max: number;
  readonly form: MediaForm;
  /** MP3 audio only: the address's path ends with `.mp3`, and the bytes are MP3. */
  readonly mp3Rule: boolean;
}

/** Item forms of the contract: A, V, M and P; the suffix family has objects only. */
export type MediaForm = "A" | "V" | "M" | "P" | "object";

export type Absent = "not listed" | "not shown";
