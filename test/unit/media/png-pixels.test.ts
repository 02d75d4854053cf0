import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkPngPixels } from "../../../src/media/container-scan/png-pixels.ts";
import { createBufferReader, Damage } from "../../../src/media/container-scan/reader.ts";
import { pngChunk } from "../../support/media/media-files.ts";

/** What each colour type allows. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG of 3 x 2 pixels, with as many bytes of pixels as its header promises. */
function pngOf(colour: number, depth: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(3, 0);
  header.writeUInt32BE(2, 4);
  header.set([depth, colour], 8);
  const row = 1 + Math.ceil((3 * (SAMPLES[colour] ?? 1) * depth) / 8);
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(2 * row))),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

const check = (colour: number, depth: number): Promise<void> =>
  checkPngPixels(createBufferReader(pngOf(colour, depth)));

describe("the pixels of a PNG", () => {
  it("have the bits that their colour type allows", async () => {
    for (const [colour, depths] of Object.entries(DEPTHS)) {
      for (const depth of depths) await expect(check(Number(colour), depth)).resolves.toBeUndefined();
    }
  });

  it.each([
    [0, 0],
    [0, 3],
    [0, 255],
    [2, 1],
    [2, 4],
    [3, 16],
    [4, 4],
    [6, 2],
    [1, 8],
    [7, 8],
  ])("are refused with others: colour type %d with %d bits", async (colour, depth) => {
    await expect(check(colour, depth)).rejects.toThrow(Damage);
  });
});
