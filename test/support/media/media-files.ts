import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A picture with enough detail that each file type has several kB of pixels. */
export function picture(width = 96, height = 64): Sharp {
  let state = 1;
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return state >> 16;
  });
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const png = (): Promise<Buffer> => picture().png().toBuffer();
export const jpeg = (): Promise<Buffer> => picture().jpeg().toBuffer();
export const webp = (): Promise<Buffer> => picture().webp().toBuffer();
export const gif = (): Promise<Buffer> => picture().gif().toBuffer();
export const avif = (): Promise<Buffer> => picture().avif({ effort: 0 }).toBuffer();

/** Clips of one size, `seconds` long, with packets that are never decoded here. */
export const mp4 = (seconds = 2): Promise<Buffer> => clip(new Mp4OutputFormat({ fastStart: "in-memory" }), seconds);
export const mov = (seconds = 2): Promise<Buffer> => clip(new MovOutputFormat({ fastStart: false }), seconds);
export const webm = (seconds = 2): Promise<Buffer> => clip(new WebMOutputFormat(), seconds);
/** As written by recorders that can't seek back: it doesn't contain its length. */
export const liveWebm = (seconds = 2): Promise<Buffer> => clip(new WebMOutputFormat({ appendOnly: true }), seconds);
/** Only sound, in a clip's container. */
export const m4a = (): Promise<Buffer> => clip(new Mp4OutputFormat({ fastStart: "in-memory" }), 2, "sound");

/** MPEG 1 layer III at 128 kbit/s and 44.1 kHz: 417 bytes and 1152 samples of silence per frame. */
export function mp3(frames = 80): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The same with a header that contains the number of frames, as encoders write it. */
export function countedMp3(frames = 80, promised = frames): Buffer {
  const info = mp3(1);
  info.write("Info", 36, "latin1");
  info.writeUInt32BE(1, 40);
  info.writeUInt32BE(promised, 44);
  return Buffer.concat([info, mp3(frames)]);
}

/** A chunk of a RIFF file, padded to an even length. */
export function riffChunk(type: string, content: Buffer): Buffer {
  const header = Buffer.from(`${type}\0\0\0\0`, "latin1");
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** A WAV with these chunks, by default 8-bit mono silence at 8 kHz. */
export function wav(seconds = 2, ...more: readonly Buffer[]): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(8_000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const [before = Buffer.alloc(0), ...after] = more;
  const chunks = [riffChunk("fmt ", format), before, riffChunk("data", Buffer.alloc(8_000 * seconds, 0x80)), ...after];
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...chunks]));
}

/** An ID3v2 tag with this many bytes of content. */
export function id3(bytes: number, content = Buffer.alloc(bytes)): Buffer {
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0]);
  [21, 14, 7, 0].forEach((shift, at) => header.writeUInt8((bytes >> shift) & 0x7f, 6 + at));
  return Buffer.concat([header, content]);
}

/** An empty ZIP: only its end record. */
export function emptyZip(): Buffer {
  const record = Buffer.alloc(22);
  record.write("PK\u0005\u0006", "latin1");
  return record;
}

/** The same PNG with other dimensions in its header, and a correct checksum. */
export function claimPngSize(source: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(source);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return claimed;
}

/** A PNG chunk. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  return chunk;
}

async function clip(
  format: Mp4OutputFormat | MovOutputFormat | WebMOutputFormat,
  seconds: number,
  what: "both" | "sound" = "both",
): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource("vp9");
  const audio = new EncodedAudioPacketSource("opus");
  if (what === "both") output.addVideoTrack(video, { frameRate: 10 });
  output.addAudioTrack(audio);
  await output.start();
  for (let frame = 0; frame < seconds * 10; frame++) {
    const data = new Uint8Array(200).fill(frame + 1);
    const packet = new EncodedPacket(data, frame === 0 ? "key" : "delta", frame / 10, 1 / 10);
    const decoderConfig = { codec: "vp09.00.10.08", codedWidth: 160, codedHeight: 90 };
    if (what === "both") await video.add(packet, { decoderConfig });
    const sound = new EncodedPacket(data.subarray(0, 50), "key", frame / 10, 1 / 10);
    await audio.add(sound, { decoderConfig: { codec: "opus", sampleRate: 48_000, numberOfChannels: 2 } });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("the clip was not written");
  return Buffer.from(target.buffer);
}
