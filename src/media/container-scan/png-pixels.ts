import { pipeline } from "node:stream/promises";
import { crc32, createInflate } from "node:zlib";
import { SCAN_WINDOW_BYTES } from "../../lib/limits.ts";
import { pngChunks } from "./png.ts";
import { Damage, need, type FileReader } from "./reader.ts";

/** Samples of a pixel by colour type, and the bits that a sample may have (PNG, third edition, table 12). */
const COLOUR_TYPES: ReadonlyMap<number, { readonly samples: number; readonly depths: readonly number[] }> = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);
/** The seven passes of an interlaced picture: first column and row, and the steps between them (section 8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Checks that a PNG with valid chunks can be opened: each checksum must be right, and the number of compressed pixels
 * must match the header. Equivalent to decoding the picture, but in flat memory and without the decoder's process.
 * Throws `Damage`.
 */
export async function checkPngPixels(reader: FileReader): Promise<void> {
  const expected = bytesOfPixels(await need(reader, 16, 13));
  let inflated = 0;
  try {
    await pipeline(pixelData(reader), createInflate(), async (pixels: AsyncIterable<Buffer>) => {
      for await (const piece of pixels) {
        inflated += piece.length;
        if (inflated > expected) throw new Damage("unreadable", "more pixels than the header promises");
      }
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!code.startsWith("Z_")) throw error;
    throw new Damage("unreadable", `the pixels can't be inflated: ${code}`);
  }
  if (inflated < expected) throw new Damage("unreadable", "fewer pixels than the header promises");
}

/** The content of the `IDAT` chunks; the checksum of every chunk is checked along the way. */
async function* pixelData(reader: FileReader): AsyncGenerator<Buffer, void, undefined> {
  for await (const { type, from, to } of pngChunks(reader)) {
    const end = to - 4;
    let sum = crc32(await need(reader, from + 4, 4));
    for (let at = from + 8; at < end;) {
      // A reader's bytes are valid until its next read.
      const piece = Buffer.from(await need(reader, at, Math.min(SCAN_WINDOW_BYTES, end - at)));
      sum = crc32(piece, sum);
      at += piece.length;
      if (type === "IDAT") yield piece;
    }
    if ((await need(reader, end, 4)).readUInt32BE(0) !== sum)
      throw new Damage("unreadable", `a wrong checksum in ${type}`);
  }
}

/** Bytes of all rows, each with its filter byte, by the content of `IHDR`. */
function bytesOfPixels(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colour] = [header.readUInt8(8), header.readUInt8(9)];
  const type = COLOUR_TYPES.get(colour);
  if (!type?.depths.includes(depth))
    throw new Damage("unreadable", `a PNG of colour type ${colour} with ${depth} bits`);
  const bits = type.samples * depth;
  const bytesOf = (columns: number, rows: number): number =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8));
  if (header[12] === 0) return bytesOf(width, height);
  return PASSES.reduce((sum, [left, top, across, down]) => {
    return sum + bytesOf(Math.ceil((width - left) / across), Math.ceil((height - top) / down));
  }, 0);
}
