/**
 * The image models as data. Validation, forms, autocomplete, `/models` and the sandbox all read it, so that no rule is written
 * twice. Source: `docs/gateway.md#images-generation-request` and `#images-models`.
 */
export type ImageProvider = "provider-a" | "provider-b";

export interface ImageModel {
  /** As sent to the gateway. */
  readonly name: string;
  readonly provider: ImageProvider;
  /** Other names that the gateway or members use. */
  readonly aliases: readonly string[];
  /** Allowed values of `quality`; empty where the model has no such field. */
  readonly qualities: readonly string[];
  /** The longest edge in pixels; undefined if no limit is documented, so that the gateway decides. */
  readonly maxEdge?: number;
}

/**
 * An error code refuses a size whose longest edge is above 3840 “for one model” without naming it
 * (`docs/gateway.md#images-models`). We assume the model outside the 2.5 series, which the contract also treats differently
 * elsewhere. A wrong guess costs nothing, because the gateway refuses what it can't make.
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

/** Every value of `quality` that some model takes. */
export const IMAGE_QUALITIES: readonly string[] = SERIES_2_5_QUALITIES;

/** The default model of `/imagine`. */
export const DEFAULT_IMAGE_MODEL = "provider-a/image-2";

/** Whether the name is an image model: it has a provider's prefix, or is an alias. */
export function isImageModelName(name: string): boolean {
  return /^provider-[ab]\//i.test(name) || findImageModel(name) !== undefined;
}

/** The model with that name or alias, ignoring case; undefined if there is none. */
export function findImageModel(name: string): ImageModel | undefined {
  const wanted = name.toLowerCase();
  return IMAGE_MODELS.find((model) => model.name === wanted || model.aliases.includes(wanted));
}

/** The model of a stored request. A model that has left the catalogue counts as provider-a's. */
export function imageModelOf(name: string): ImageModel {
  return findImageModel(name) ?? { name, provider: "provider-a", aliases: [], qualities: [] };
}
