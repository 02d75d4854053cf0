import { Damage, need, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** A chunk of a RIFF file, its padding included. */
export interface WebpChunk {
  readonly type: string;
  readonly from: number;
  readonly content: number;
  readonly to: number;
}

/** RFC 9649, section 2.3: chunks of type, length and data, padded to an even length; the last padding may be left out. */
export async function* webpChunks(
  reader: FileReader,
  from: number,
  end: number,
): AsyncGenerator<WebpChunk, void, undefined> {
  for (let offset = from; offset < end;) {
    reader.step();
    const chunk = await need(reader, offset, 8);
    const length = chunk.readUInt32LE(4);
    const to = offset + 8 + length + (length % 2);
    if (to > end + 1) throw new Damage("unreadable", "a WebP chunk goes past its file");
    yield { type: chunk.toString("latin1", 0, 4), from: offset, content: offset + 8, to: Math.min(to, end) };
    offset = to;
  }
}

/** The end of a RIFF file by its header. */
export async function endOfWebp(reader: FileReader): Promise<number> {
  const end = 8 + (await need(reader, 4, 4)).readUInt32LE(0);
  needUpTo(reader, end);
  return end;
}

/**
 * Checks that a WebP is complete, and returns its size. If there are several picture chunks, the canvas comes first.
 */
export async function scanWebp(reader: FileReader): Promise<Outline> {
  const end = await endOfWebp(reader);
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for await (const { type, content } of webpChunks(reader, 12, end)) {
    size ??= await sizeOf(reader, type, content);
    if (type === "VP8 " || type === "VP8L" || type === "ANMF") hasPixels = true;
  }
  if (!size || !hasPixels) throw new Damage("unreadable", "a WebP without a picture");
  return { end, ...size };
}

/** The bytes of a chunk that hold its size. */
const SIZE_BYTES: Readonly<Record<string, number>> = { VP8X: 10, VP8L: 5, "VP8 ": 10 };

async function sizeOf(
  reader: FileReader,
  type: string,
  at: number,
): Promise<{ width: number; height: number } | undefined> {
  const length = SIZE_BYTES[type];
  return length === undefined ? undefined : canvasOf(type, await need(reader, at, length));
}

/** The size in the first bytes of a chunk of that type; undefined if it has none. */
function canvasOf(type: string, bytes: Buffer): { width: number; height: number } | undefined {
  switch (type) {
    case "VP8X":
      return { width: bytes.readUIntLE(4, 3) + 1, height: bytes.readUIntLE(7, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(6) & 0x3fff, height: bytes.readUInt16LE(8) & 0x3fff };
    default:
      return undefined;
  }
}
