/** What is known of a clip before it is encoded again. Pixels as they are stored, seconds, frames a second. */
export interface ClipShape {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly hasSound: boolean;
}

/** How a clip is encoded so that it fits. Bits a second. */
export interface ClipPlan {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly videoBits: number;
  readonly soundBits: number;
}

/** The shorter edge in pixels. */
const EDGES = [1080, 720, 540, 480, 360, 240] as const;
/** More is not seen in a chat. */
const MOST_FRAMES = 30;
/** The container, and an encoder that does not keep to its rate to the bit. */
const ROOM = 0.92;
/** Bits for a pixel of a frame: below this an H.264 encoder shows blocks, and fewer pixels look better. */
const GOOD_BITS = 0.045;
/** Below this even the smallest size is not worth looking at. */
const LEAST_BITS = 0.02;
const SOUND = { most: 128_000, least: 32_000, share: 0.15 } as const;

/**
 * How to encode a clip into at most `maxBytes`: the largest size that the bits still make look good. Undefined where no size is
 * worth looking at. `spend`: the part of the bits that is used, for another try after one that came out too large.
 */
export function planClip(shape: ClipShape, maxBytes: number, spend = 1): ClipPlan | undefined {
  const bits = (maxBytes * 8 * ROOM * spend) / shape.seconds;
  const soundBits = shape.hasSound ? Math.round(Math.min(SOUND.most, Math.max(SOUND.least, bits * SOUND.share))) : 0;
  const videoBits = Math.floor(bits - soundBits);
  const framesPerSecond = Math.min(shape.framesPerSecond, MOST_FRAMES);
  const sizes = [1, ...EDGES.map((edge) => edge / Math.min(shape.width, shape.height))]
    .filter((scale) => scale <= 1)
    .map((scale) => ({ width: even(shape.width * scale), height: even(shape.height * scale) }));
  const bitsOf = (size: { width: number; height: number }): number =>
    videoBits / (size.width * size.height * framesPerSecond);
  const size = sizes.find((one) => bitsOf(one) >= GOOD_BITS) ?? sizes.at(-1);
  if (!size || bitsOf(size) < LEAST_BITS) return undefined;
  return { ...size, framesPerSecond, videoBits, soundBits };
}

/** Colours are stored for two pixels at a time. */
function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
