import { AudioData, AudioEncoder, VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import type { Canvas } from "@napi-rs/canvas";
import { SOUND_CHANNELS, SOUND_RATE } from "./clip-sound.ts";

/** One encoded picture, or a piece of sound; times in seconds. */
interface EncodedPiece {
  readonly data: Uint8Array;
  readonly key: boolean;
  readonly seconds: number;
  readonly duration: number;
}

export interface EncodedVideo {
  readonly framesPerSecond: number;
  readonly packets: readonly EncodedPiece[];
  readonly decoderConfig: VideoDecoderConfig;
}

export interface EncodedAudio {
  readonly packets: readonly EncodedPiece[];
  readonly decoderConfig: AudioDecoderConfig;
}

/** How to draw one clip's frames. */
export interface Film {
  readonly canvas: Canvas;
  readonly frames: number;
  readonly framesPerSecond: number;
  /** Paints a frame on the canvas. */
  paint(index: number): void;
}

/**
 * Constant quality, with as many bits as it takes: with a bit rate, the result depends on the encoder's thread timing, and the
 * same clip would not always have the same bytes.
 */
const CONSTANT_QUALITY = "quantizer";
/** The interval of key frames. */
const KEY_SECONDS = 2;
/** Frames that may wait for the encoder, which has its own thread: each holds all its pixels. */
const MAX_WAITING = 2;
/** How the encoder converts the canvas's pixels, so that players show the same colours. */
const COLOURS = { primaries: "bt709", transfer: "bt709", matrix: "smpte170m", fullRange: false } as const;
const AAC_LC = "mp4a.40.2";
/** Samples of one AAC packet. */
const AAC_FRAMES = 1024;
const SOUND_BITS = 128_000;

/** Paints all frames and encodes them as H.264. */
export async function encodeFilm(film: Film): Promise<EncodedVideo> {
  const { canvas, frames, framesPerSecond } = film;
  const { width, height } = canvas;
  const packets: EncodedPiece[] = [];
  let config: { codec: string; description?: Uint8Array } | undefined;
  const failed = Promise.withResolvers<never>();
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const seconds = Math.round((chunk.timestamp * framesPerSecond) / 1e6) / framesPerSecond;
      packets.push({ data, key: chunk.type === "key", seconds, duration: 1 / framesPerSecond });
      config ??= metadata?.decoderConfig;
    },
    error: failed.reject,
  });
  encoder.configure({
    codec: codecOf(width, height),
    width,
    height,
    bitrateMode: CONSTANT_QUALITY,
    framerate: framesPerSecond,
    avc: { format: "avc" },
  });
  const work = async (): Promise<void> => {
    for (let index = 0; index < frames; index += 1) {
      film.paint(index);
      const frame = new VideoFrame(canvas.data(), {
        format: "RGBX",
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round((index * 1e6) / framesPerSecond),
        duration: Math.round(1e6 / framesPerSecond),
      });
      const keyFrame = index % (framesPerSecond * KEY_SECONDS) === 0;
      encoder.encode(frame, { keyFrame });
      frame.close();
      while (encoder.encodeQueueSize > MAX_WAITING) await nextTurn();
    }
    await encoder.flush();
  };
  try {
    await Promise.race([work(), failed.promise]);
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  if (!config) throw new Error("the encoder did not say how its pictures are to be decoded");
  const { codec, description = new Uint8Array() } = config;
  const decoderConfig = { codec, description, codedWidth: width, codedHeight: height, colorSpace: COLOURS };
  return { framesPerSecond, packets, decoderConfig };
}

/** The number of samples for a sound slightly shorter than the picture: packets are whole, and one more comes first. */
export function soundFrames(seconds: number): number {
  return (Math.floor((seconds * SOUND_RATE) / AAC_FRAMES) - 1) * AAC_FRAMES;
}

/** Encodes interleaved samples as AAC. */
export async function encodeSound(samples: Float32Array): Promise<EncodedAudio> {
  const packets: EncodedPiece[] = [];
  let config: { codec: string; description?: Uint8Array } | undefined;
  const failed = Promise.withResolvers<never>();
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const seconds = (packets.length * AAC_FRAMES) / SOUND_RATE;
      packets.push({ data, key: true, seconds, duration: AAC_FRAMES / SOUND_RATE });
      config ??= metadata?.decoderConfig;
    },
    error: failed.reject,
  });
  const format = { sampleRate: SOUND_RATE, numberOfChannels: SOUND_CHANNELS };
  encoder.configure({ codec: AAC_LC, ...format, bitrate: SOUND_BITS, aac: { format: "aac" } });
  const work = async (): Promise<void> => {
    const step = SOUND_RATE * SOUND_CHANNELS;
    for (let from = 0; from < samples.length; from += step) {
      const part = samples.slice(from, from + step);
      const timestamp = Math.round((from * 1e6) / step);
      const numberOfFrames = part.length / SOUND_CHANNELS;
      const data = new AudioData({ format: "f32", ...format, numberOfFrames, timestamp, data: part });
      encoder.encode(data);
      data.close();
    }
    await encoder.flush();
  };
  try {
    await Promise.race([work(), failed.promise]);
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  if (!config) throw new Error("the encoder did not say how its sound is to be decoded");
  const { codec, description = new Uint8Array() } = config;
  return { packets, decoderConfig: { codec, description, ...format } };
}

/** The profile and level that the number of pixels needs (ITU-T H.264, table A-1): constrained baseline plays everywhere. */
function codecOf(width: number, height: number): string {
  const pixels = width * height;
  if (pixels <= 1280 * 720) return "avc1.42E01F";
  return pixels <= 1920 * 1088 ? "avc1.42E028" : "avc1.42E033";
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
