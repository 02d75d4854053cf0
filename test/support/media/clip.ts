import "@napi-rs/webcodecs/polyfill";
import { ALL_FORMATS, AudioSampleSink, BufferSource, Input, VideoSampleSink } from "mediabunny";

/** The facts about a clip that need no decoding. Durations in seconds. */
export interface ClipFacts {
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  readonly video: { readonly codec: string | null; readonly duration: number; readonly frames: number };
  readonly audio: { readonly codec: string | null; readonly duration: number; readonly channels: number };
}

export async function factsOf(file: Buffer): Promise<ClipFacts> {
  const input = open(file);
  const { video, audio } = await tracksOf(input);
  return {
    duration: await input.computeDuration(),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    video: {
      codec: await video.getCodec(),
      duration: await video.computeDuration(),
      frames: (await video.computePacketStats()).packetCount,
    },
    audio: {
      codec: await audio.getCodec(),
      duration: await audio.computeDuration(),
      channels: await audio.getNumberOfChannels(),
    },
  };
}

/** The reader's WebCodecs types lack this option. */
const RGBA: VideoFrameCopyToOptions & { readonly format: "RGBA" } = { format: "RGBA" };

/** The picture at a time: pixels row by row, four bytes each. */
export async function frameAt(file: Buffer, seconds: number): Promise<Uint8Array> {
  const video = await open(file).getPrimaryVideoTrack();
  if (!video) throw new Error("a clip has pictures");
  const sample = await new VideoSampleSink(video).getSample(seconds);
  if (!sample) throw new Error(`no picture at ${seconds} s`);
  const pixels = new Uint8Array(sample.allocationSize(RGBA));
  await sample.copyTo(pixels, RGBA);
  sample.close();
  return pixels;
}

/** The clip's peak loudness, from 0 to 1. */
export async function loudnessOf(file: Buffer): Promise<number> {
  const { audio } = await tracksOf(open(file));
  let peak = 0;
  for await (const sample of new AudioSampleSink(audio).samples()) {
    const values = new Float32Array(sample.allocationSize({ planeIndex: 0, format: "f32" }) / 4);
    sample.copyTo(values, { planeIndex: 0, format: "f32" });
    for (const value of values) peak = Math.max(peak, Math.abs(value));
    sample.close();
  }
  return peak;
}

/** The mean difference between two pictures of the same size over all channels, from 0 to 255. */
export function difference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error("the pictures differ in size");
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

function open(file: Buffer): Input {
  return new Input({ formats: ALL_FORMATS, source: new BufferSource(file) });
}

async function tracksOf(input: Input) {
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  if (!video || !audio) throw new Error("a clip has pictures and sound");
  return { video, audio };
}

/** The media data at the end of an MP4, which removing metadata must not change. */
export function mediaOf(clip: Buffer): Buffer {
  const at = clip.indexOf("mdat", 0, "latin1");
  if (at < 0) throw new Error("this clip contains no media data");
  return clip.subarray(at);
}
