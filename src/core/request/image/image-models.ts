/**
 * The image models as data. Validation, forms, autocomplete, `/models` and the sandbox all read it; no rule is written
 * twice. Source: `docs/gateway.md#images-generation-request` and `#images-models`.
 */
export type ImageProvider = "provider-a" | "provider-b";

export interface ImageModel {
  /** As it goes over the wire. */
  readonly name: string;
  readonly provider: ImageProvider;
  /** Other names the gateway or members know it by. */
  readonly aliases: readonly string[];
  /** Allowed values of `quality`; empty where the model has no such field. */
  readonly qualities: readonly string[];
  /** Longest edge of a size in pixels; undefined where no limit is documented, so that the gateway decides. */
  readonly maxEdge?: number;
}

/**
 * An error code refuses a size whose longest edge is above 3840 “for one model” and does not name it
 * (`docs/gateway.md#images-models`). We take it to be the one outside the 2.5 series, which the contract treats apart
 * elsewhere too; a wrong guess costs nothing, because the gateway refuses what it can't make.
 */
export const MAX_EDGE_PIXELS = 3840;

const BASE_QUALITIES = ["auto", "low", "medium", "high"] as const;
const SERIES_2_5_QUALITIES = [...BASE_QUALITIES, "xhigh", "max"] as const;

export const IMAGE_MODELS: readonly ImageModel[] = [
  {
    name: "provider-a/image-2",
    provider: "provider-a",
    aliases: ["image-2"],
    qualities: BASE_QUALITIES,
    maxEdge: MAX_EDGE_PIXELS,
  },
  {
    name: "provider-a/image-2.5-flare",
    provider: "provider-a",
    aliases: ["provider-a/image-2.5", "image-2.5-flare", "image-2.5"],
    qualities: SERIES_2_5_QUALITIES,
  },
  {
    name: "provider-a/image-2.5-sunburst",
    provider: "provider-a",
    aliases: ["image-2.5-sunburst"],
    qualities: SERIES_2_5_QUALITIES,
  },
  {
    name: "provider-b/flash-image-3.1",
    provider: "provider-b",
    aliases: ["flash-image-3.1"],
    qualities: [],
  },
  {
    name: "provider-b/pro-image-3",
    provider: "provider-b",
    aliases: ["pro-image-3"],
    qualities: [],
  },
];

/** Every value of `quality` that some model knows. */
export const IMAGE_QUALITIES: readonly string[] = SERIES_2_5_QUALITIES;

/** What `/imagine` takes when nobody said otherwise. */
export const DEFAULT_IMAGE_MODEL = "provider-a/image-2";

/** Does this name belong to the image service? Its models carry their provider's prefix. */
export function isImageModelName(name: string): boolean {
  return /^provider-[ab]\//i.test(name) || findImageModel(name) !== undefined;
}

/** The model of that name or alias, or undefined. Case is not significant to people, so it isn't here. */
export function findImageModel(name: string): ImageModel | undefined {
  const wanted = name.toLowerCase();
  return IMAGE_MODELS.find((model) => model.name === wanted || model.aliases.includes(wanted));
}

/** The model of a stored request. One that the catalogue no longer has counts as provider-a's. */
export function imageModelOf(name: string): ImageModel {
  return findImageModel(name) ?? { name, provider: "provider-a", aliases: [], qualities: [] };
}
