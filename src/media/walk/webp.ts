import { Damage, need, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** RFC 9649, section 2: a RIFF file of chunks. The canvas comes first where there is more than one picture chunk. */
export async function walkWebp(reader: FileReader): Promise<Outline> {
  const end = 8 + (await need(reader, 4, 4)).readUInt32LE(0);
  needUpTo(reader, end);
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let offset = 12; offset < end;) {
    reader.step();
    const chunk = await need(reader, offset, 8);
    const type = chunk.toString("latin1", 0, 4);
    const length = chunk.readUInt32LE(4);
    size ??= await sizeOf(reader, type, offset + 8);
    if (type === "VP8 " || type === "VP8L" || type === "ANMF") hasPixels = true;
    offset += 8 + length + (length % 2);
    // The last padding byte may be left out.
    if (offset > end + 1) throw new Damage("unreadable", "a WebP chunk goes past its file");
  }
  if (!size || !hasPixels) throw new Damage("unreadable", "a WebP without a picture");
  return { end, ...size };
}

/** Bytes of a chunk that its size stands in. */
const SIZE_BYTES: Readonly<Record<string, number>> = { VP8X: 10, VP8L: 5, "VP8 ": 10 };

async function sizeOf(
  reader: FileReader,
  type: string,
  at: number,
): Promise<{ width: number; height: number } | undefined> {
  const length = SIZE_BYTES[type];
  return length === undefined ? undefined : canvasOf(type, await need(reader, at, length));
}

/** The size that a chunk of that type tells by its first bytes; undefined for those that tell none. */
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
