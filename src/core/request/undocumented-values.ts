import { IMAGE_FIELDS } from "./options/option-fields.ts";
import { imageModelOf, MAX_EDGE_PIXELS } from "./image/image-models.ts";
import { formatPixelSize, parsePixelSize } from "./image/image-size.ts";
import type { ImageRequest } from "./image/image.ts";

/** A value that the contract neither lists nor forbids: it is sent, and the gateway decides. */
export interface UndocumentedValue {
  readonly option: string;
  readonly value: string;
  /** `uncommon`: not among the common values, which are `usual`. `edge`: above the limit of one other model. */
  readonly why: "uncommon" | "edge";
  readonly usual: readonly string[];
}

/** The values of a valid request that the gateway may refuse, for a hint to the member. */
export function undocumentedValues(request: ImageRequest): readonly UndocumentedValue[] {
  const model = imageModelOf(request.model);
  const all: Readonly<Record<string, unknown>> = request;
  return IMAGE_FIELDS.flatMap(({ name, field }) => {
    const value = all[field.key];
    if (typeof value !== "string") return [];
    if (name === "size" && model.provider === "provider-a") return longEdge(value);
    const usual = field.values?.(model, {}) ?? [];
    const isUncommon = field.onlyCommon?.(model) === true && !usual.includes(value);
    return isUncommon ? [{ option: name, value, why: "uncommon" as const, usual }] : [];
  });
}

/** Above the limit of one other model. */
function longEdge(size: string): readonly UndocumentedValue[] {
  const pixels = parsePixelSize(size);
  if (!pixels || Math.max(pixels.width, pixels.height) <= MAX_EDGE_PIXELS) return [];
  return [{ option: "size", value: formatPixelSize(pixels), why: "edge", usual: [String(MAX_EDGE_PIXELS)] }];
}
