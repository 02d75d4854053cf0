import "@napi-rs/webcodecs/polyfill";
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
} from "mediabunny";
import sharp from "sharp";
import { createRandom } from "../../../src/sandbox/render/scenery/random.ts";

const SOUND_RATE = 48_000;

/** Half a slow gradient, half noise, which nothing compresses well. */
function noisy(width: number, height: number, seed: number): Buffer {
  const random = createRandom(seed);
  const pixels = Buffer.allocUnsafe(width * height);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = at % width < width / 2 ? ((at % width) + at / width + seed * 4) & 255 : random.next() * 256;
  }
  return pixels;
}

/** A picture that no file type makes small. */
export function largePicture(width: number, height: number, format: "png" | "jpeg"): Promise<Buffer> {
  const channels = ["r", "g", "b"].map((_, index) => noisy(width, height, index + 1));
  const [first = Buffer.alloc(0), ...others] = channels;
  const raw = { raw: { width, height, channels: 1 as const } };
  const picture = sharp(first, raw).joinChannel(others, raw).toColourspace("srgb");
  return format === "png" ? picture.png({ compressionLevel: 1 }).toBuffer() : picture.jpeg({ quality: 100 }).toBuffer();
}

/** A clip of about this bit rate, with sound unless it is silent. */
export async function largeClip(options: {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly bits: number;
  readonly silent?: true;
}): Promise<Buffer> {
  const { width, height, seconds, bits, silent = false } = options;
  const framesPerSecond = 24;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const video = new VideoSampleSource({ codec: "avc", quality: new Quality({ bitrate: bits }) });
  const audio = new AudioSampleSource({ codec: "aac", quality: new Quality({ bitrate: 128_000 }) });
  output.addVideoTrack(video, { frameRate: framesPerSecond });
  if (!silent) output.addAudioTrack(audio);
  await output.start();
  const colours = Buffer.alloc((width * height) / 2, 128);
  for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
    // A few alternating frames are as hard to predict as a new one each time.
    const data = Buffer.concat([noisy(width, height, (frame % 12) + 1), colours]);
    const timing = { timestamp: frame / framesPerSecond, duration: 1 / framesPerSecond };
    using sample = new VideoSample(data, { format: "I420", codedWidth: width, codedHeight: height, ...timing });
    await video.add(sample);
  }
  video.close();
  const soundSeconds = silent ? 0 : seconds;
  for (let second = 0; second < soundSeconds; second++) {
    const data = Float32Array.from({ length: SOUND_RATE }, (_, index) => Math.sin(index / 20) * 0.3);
    const format = { format: "f32", numberOfChannels: 1, sampleRate: SOUND_RATE } as const;
    using sample = new AudioSample({ data, ...format, timestamp: second });
    await audio.add(sample);
  }
  if (!silent) audio.close();
  await output.finalize();
  if (!target.buffer) throw new Error("the clip was not written");
  return Buffer.from(target.buffer);
}
