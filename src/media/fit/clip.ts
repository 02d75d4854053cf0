import "@napi-rs/webcodecs/polyfill";
import { open, stat, type FileHandle } from "node:fs/promises";
import {
  Conversion,
  FilePathTarget,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  Quality,
  registerVideoSampleTransformer,
} from "mediabunny";
import { clipInput } from "../clip-input.ts";
import { type ClipPlan, type ClipShape, planClip } from "./clip-plan.ts";
import type { FitFacts, FitOrder, TooLarge } from "./fit-message.ts";
import { shrinkFrame } from "./shrink-frame.ts";

/** Attempts. An encoder that misses its rate three times won't keep to it. */
const TRIES = 3;
/** A further reduction after an attempt that was too large. */
const NEXT_SPEND = 0.9;

registerVideoSampleTransformer(shrinkFrame);

/** Re-encodes a clip as H.264 and AAC, with fewer bits and, if those would be visible, fewer pixels, until it fits. */
export async function fitClip(order: FitOrder): Promise<FitFacts | TooLarge> {
  const file = await open(order.path, "r");
  try {
    const shape = await shapeOf(file);
    if (typeof shape === "string") return { tooLarge: shape };
    let spend = 1;
    for (let tries = 0; tries < TRIES; tries++) {
      const plan = planClip(shape, order.maxBytes, spend);
      if (!plan) return { tooLarge: `no size is worth watching within ${order.maxBytes} bytes` };
      await encode(file, order.target, plan);
      const bytes = (await stat(order.target)).size;
      if (bytes <= order.maxBytes) return { mimeType: "video/mp4", width: plan.width, height: plan.height };
      spend *= (order.maxBytes / bytes) * NEXT_SPEND;
    }
    return { tooLarge: `the encoder does not keep to ${order.maxBytes} bytes` };
  } finally {
    await file.close();
  }
}

/** The clip's shape, or the reason why it can't be encoded. */
async function shapeOf(file: FileHandle): Promise<ClipShape | string> {
  using input = await clipInput(file);
  const video = await input.getPrimaryVideoTrack();
  if (!video) return "there is no picture in it";
  if (!(await video.canDecode())) return "its codec is not known";
  const seconds = await input.computeDuration();
  const framesPerSecond = await rateOf(video);
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!(seconds > 0 && framesPerSecond > 0 && width > 0 && height > 0)) return "it has no length or size";
  const hasSound = (await input.getPrimaryAudioTrack()) !== null;
  return { width, height, seconds, framesPerSecond, hasSound };
}

/** Frames per second, over the first hundred. */
async function rateOf(video: InputVideoTrack): Promise<number> {
  const { averagePacketRate } = await video.computePacketStats(100);
  return averagePacketRate;
}

async function encode(file: FileHandle, path: string, plan: ClipPlan): Promise<void> {
  using input = await clipInput(file);
  // The index comes first, so that it plays while it is still loading.
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "in-memory" }),
    target: new FilePathTarget(path),
  });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: "primary",
    showWarnings: false,
    // A clip's tags are personal metadata.
    tags: () => ({}),
    video: {
      codec: "avc",
      quality: new Quality({ bitrate: plan.videoBits }),
      width: plan.width,
      height: plan.height,
      fit: "fill",
      frameRate: plan.framesPerSecond,
      forceTranscode: true,
    },
    // An encoder can't be created for zero bits.
    audio:
      plan.soundBits === 0
        ? { discard: true }
        : { codec: "aac", quality: new Quality({ bitrate: plan.soundBits }), forceTranscode: true },
  });
  await conversion.execute();
}
