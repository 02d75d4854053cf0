/** What is known about a clip before it is re-encoded. Pixels as they are stored, seconds, frames per second. */
export interface ClipShape {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly hasSound: boolean;
}

/** How to encode a clip so that it fits. Bits per second. */
export interface ClipPlan {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly videoBits: number;
  readonly soundBits: number;
}

/** The shorter edge in pixels. */
const EDGES = [1080, 720, 540, 480, 360, 240] as const;
/** The most frames per second. A chat doesn't show more. */
const MOST_FRAMES = 30;
/** Room for the container, and for an encoder that doesn't keep its rate exactly. */
const ROOM = 0.92;
/** Bits per pixel of a frame: below this an H.264 encoder shows blocks, and fewer pixels look better. */
const GOOD_BITS = 0.045;
/** Below this even the smallest size is not worth watching. */
const LEAST_BITS = 0.02;
const SOUND = { most: 128_000, least: 32_000, share: 0.15 } as const;

/**
 * How to encode a clip into at most `maxBytes`: the largest size at which the bits still look good. Undefined if no
 * size is worth watching. `spend` is the share of the bits to use, for another attempt after a result that was too
 * large.
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

/** One colour value is stored for two pixels. */
function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
