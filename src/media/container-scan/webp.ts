import type { Outline } from "./outline.ts";
import { Damage, need, type FileReader } from "./reader.ts";
import { endOfRiff, RIFF_HEADER_BYTES, riffChunks } from "./riff.ts";

/**
 * Checks that a WebP is complete, and returns its size. If there are several picture chunks, the canvas comes first.
 */
export async function scanWebp(reader: FileReader): Promise<Outline> {
  const end = await endOfRiff(reader);
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for await (const { type, content } of riffChunks(reader, RIFF_HEADER_BYTES, end)) {
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
