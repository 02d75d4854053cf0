import { Damage, need, type FileReader } from "./reader.ts";
import { endOfTags, startOfSound } from "./mp3-tags.ts";
import type { Outline } from "./outline.ts";

/** kbit/s by index for layer III: MPEG 1, then MPEG 2 and 2.5 (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3). */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000];
/** Audio with fewer frames than this (about 50 ms) is more likely chance than MP3. */
const FEWEST_FRAMES = 2;

interface Frame {
  readonly bytes: number;
  readonly seconds: number;
  /** The position of the frame count that encoders write into the first frame. */
  readonly infoOffset: number;
}

/** The frames of an audio file, without the tags around them. */
interface Frames {
  readonly start: number;
  readonly end: number;
  readonly first: Frame | undefined;
  readonly count: number;
  readonly seconds: number;
  /** Whether the file ends in the middle of the next frame. */
  readonly isCut: boolean;
}

/** MPEG audio layer III: tags, frames without a gap, tags. */
export async function mp3Frames(reader: FileReader): Promise<Frames> {
  const start = await startOfSound(reader);
  let first: Frame | undefined;
  let count = 0;
  let seconds = 0;
  let end = start;
  while (end < reader.size) {
    reader.step();
    const frame = await frameAt(reader, end);
    if (!frame) break;
    first ??= frame;
    if (end + frame.bytes > reader.size) return { start, end, first, count, seconds, isCut: true };
    end += frame.bytes;
    count += 1;
    seconds += frame.seconds;
  }
  return { start, end, first, count, seconds, isCut: false };
}

/**
 * Checks that an MP3 is complete, and returns its length: the sum of all frames, exact for any bitrate, and much faster
 * than a player's method.
 */
export async function scanMp3(reader: FileReader): Promise<Outline> {
  const { start, end, first, count, seconds, isCut } = await mp3Frames(reader);
  if (!first) throw new Damage(start >= reader.size ? "truncated" : "unreadable", "no frame after the tags");
  if (isCut) throw new Damage("truncated", "half a frame");
  const promised = await promisedFrames(reader, start + first.infoOffset);
  // The frame with the count does not count itself, and is not played.
  const heard = promised === undefined ? { count, seconds } : { count: count - 1, seconds: seconds - first.seconds };
  if (promised !== undefined && heard.count < promised) {
    throw new Damage("truncated", `${heard.count} frames of ${promised}`);
  }
  if (heard.count < FEWEST_FRAMES) throw new Damage("unreadable", `${heard.count} frames`);
  return { end: await endOfTags(reader, end), seconds: heard.seconds };
}

/** Whether this is the header of a layer III frame. */
export function isFrameHeader(bytes: Buffer): boolean {
  return readFrame(bytes) !== undefined;
}

async function frameAt(reader: FileReader, offset: number): Promise<Frame | undefined> {
  return readFrame(await reader.at(offset, 4));
}

function readFrame(header: Buffer): Frame | undefined {
  const [sync = 0, version = 0, rates = 0, mode = 0] = header;
  if (header.length < 4 || sync !== 0xff || (version & 0xe6) !== 0xe2) return undefined;
  const versionBits = (version >> 3) & 3;
  const bitrateIndex = rates >> 4;
  const rate = SAMPLE_RATES_1[(rates >> 2) & 3];
  // Version 1 is reserved; with a free bitrate (0) the length of a frame is unknown.
  if (versionBits === 1 || bitrateIndex === 0 || bitrateIndex === 15 || rate === undefined) return undefined;
  const isMpeg1 = versionBits === 3;
  const sampleRate = isMpeg1 ? rate : rate / (versionBits === 2 ? 2 : 4);
  const bitrate = 1000 * ((isMpeg1 ? BITRATES_1 : BITRATES_2)[bitrateIndex] ?? 0);
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  const isMono = mode >> 6 === 3;
  const sideBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return {
    bytes: Math.floor(((samples / 8) * bitrate) / sampleRate) + padding,
    seconds: samples / sampleRate,
    infoOffset: 4 + sideBytes,
  };
}

/** The frame count in a `Xing` or `Info` header; undefined without one. */
async function promisedFrames(reader: FileReader, offset: number): Promise<number | undefined> {
  const info = await reader.at(offset, 12);
  if (info.length < 12 || !/^(?:Xing|Info)$/.test(info.toString("latin1", 0, 4))) return undefined;
  const hasFrames = (info.readUInt32BE(4) & 1) === 1;
  return hasFrames ? (await need(reader, offset + 8, 4)).readUInt32BE(0) : undefined;
}
