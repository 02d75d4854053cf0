import {
  knownRatio,
  parsePixelSize,
  pixelsOf,
  SIZE_TIERS,
  type AspectRatio,
  type PixelSize,
  type SizeTier,
} from "../../core/request/image/image-size.ts";
import type { ImageModel } from "../../core/request/image/image-models.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";

/** The pixels to draw for a size, and the tier that counts for guidance and usage. */
export interface DrawnSize extends PixelSize {
  readonly tier: SizeTier;
}

/** Edges of pictures whose ratio is not in the table are multiples of this, like those in the table. */
const EDGE_STEP = 16;
/** The longest edge that is drawn. Longer ones are scaled down, because the contract maps sizes to tiers. */
const DRAWN_EDGE_PIXELS = 3840;

/**
 * `size` of a provider-a model: `auto`, a tier, or pixels (`docs/gateway.md#images-generation-request`). Throws
 * `API_PARAM_VALIDATION_FAILED` above the model's longest edge, if it has one.
 */
export function sizeOfProviderA(size: string | undefined, { maxEdge }: Pick<ImageModel, "maxEdge">): DrawnSize {
  if (size === undefined || size === "auto") return { ...pixelsOf("1K", "1:1"), tier: "1K" };
  const tier = SIZE_TIERS.find((known) => known === size);
  if (tier) return { ...pixelsOf(tier, "1:1"), tier };
  const pixels = parsePixelSize(size);
  if (!pixels) throw invalid("size", "must be auto, 1K, 2K, 4K or <width>x<height>");
  if (maxEdge !== undefined && Math.max(pixels.width, pixels.height) > maxEdge) {
    const message = `the longest edge must not be above ${maxEdge}`;
    throw new GatewayRefusal("API_PARAM_VALIDATION_FAILED", { param: "size", message });
  }
  return { ...drawnPixels(pixels), tier: tierOfPixels(pixels) };
}

/** The same aspect ratio within the longest drawn edge. */
function drawnPixels(pixels: PixelSize): PixelSize {
  const longest = Math.max(pixels.width, pixels.height);
  if (longest <= DRAWN_EDGE_PIXELS) return pixels;
  const scaled = (edge: number): number => edgeOf((edge * DRAWN_EDGE_PIXELS) / longest);
  return { width: scaled(pixels.width), height: scaled(pixels.height) };
}

/**
 * `resolution` and `aspect_ratio` of a provider-b model. The contract's values are common ones, not bounds: other tiers count
 * as the nearest, other ratios (`21:9`) are drawn with about the pixels of their tier.
 */
export function sizeOfProviderB(resolution = "1K", aspectRatio = "1:1"): DrawnSize {
  const tier = nearestTier(resolution);
  const known = knownRatio(aspectRatio);
  return { ...(known ? pixelsOf(tier, known) : pixelsOfRatio(tier, aspectRatio)), tier };
}

function nearestTier(resolution: string): SizeTier {
  const match = /^(\d{1,2}(?:\.\d{1,2})?)k$/i.exec(resolution);
  if (!match) throw invalid("resolution", "must be a tier such as 1K, 2K or 4K");
  const k = Number(match[1]);
  if (k < 2) return "1K";
  return k < 4 ? "2K" : "4K";
}

function pixelsOfRatio(tier: SizeTier, ratio: string): PixelSize {
  const match = /^([1-9]\d?):([1-9]\d?)$/.exec(ratio);
  const across = Number(match?.[1]);
  const down = Number(match?.[2]);
  if (!match || across / down > 8 || down / across > 8) {
    throw invalid("aspect_ratio", "must be <width>:<height>, such as 16:9");
  }
  const square: AspectRatio = "1:1";
  const edge = pixelsOf(tier, square).width;
  const shape = Math.sqrt(across / down);
  return { width: edgeOf(edge * shape), height: edgeOf(edge / shape) };
}

function edgeOf(pixels: number): number {
  return Math.min(DRAWN_EDGE_PIXELS, Math.max(EDGE_STEP, Math.round(pixels / EDGE_STEP) * EDGE_STEP));
}

/** The smallest tier whose square the picture exceeds by at most half. */
function tierOfPixels({ width, height }: PixelSize): SizeTier {
  const pixels = width * height;
  if (pixels <= 1.5 * 1024 * 1024) return "1K";
  return pixels <= 1.5 * 2048 * 2048 ? "2K" : "4K";
}

function invalid(param: string, message: string): GatewayRefusal {
  return new GatewayRefusal("invalid_value", { param, message: `${param} ${message}` });
}
