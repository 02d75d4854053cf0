import { findImageModel, MAX_EDGE_PIXELS } from "./image/image-models.ts";
import { ASPECT_RATIOS, parsePixelSize, SIZE_TIERS } from "./image/image-size.ts";
import type { ImageRequest } from "./image/image.ts";

/** A value that the contract neither lists nor forbids: it is sent, and the gateway decides. */
export interface UncommonValue {
  readonly option: "size" | "aspect_ratio";
  readonly value: string;
  /** `uncommon`: not among the common values, which are `usual`. `edge`: longer than the limit that one other model has. */
  readonly why: "uncommon" | "edge";
  readonly usual: readonly string[];
}

/** The values of a valid request that its member should know may be refused by the gateway. */
export function uncommonValues({ model: name, size, aspectRatio }: ImageRequest): readonly UncommonValue[] {
  const model = findImageModel(name);
  if (model?.provider === "provider-b") {
    return [...uncommon("size", size, SIZE_TIERS), ...uncommon("aspect_ratio", aspectRatio, ASPECT_RATIOS)];
  }
  const pixels = size === undefined ? undefined : parsePixelSize(size);
  if (!pixels || Math.max(pixels.width, pixels.height) <= MAX_EDGE_PIXELS) return [];
  return [{ option: "size", value: `${pixels.width}x${pixels.height}`, why: "edge", usual: [String(MAX_EDGE_PIXELS)] }];
}

function uncommon(
  option: UncommonValue["option"],
  value: string | undefined,
  usual: readonly string[],
): readonly UncommonValue[] {
  return value === undefined || usual.includes(value) ? [] : [{ option, value, why: "uncommon", usual }];
}
