import { describe, expect, it } from "vitest";
import { sizeInHead } from "../../src/media/walk/size.ts";
import * as good from "../support/media-files.ts";

const SIZE = { width: 96, height: 64 };

describe("the size of a picture by its first bytes", () => {
  it.each([
    ["a PNG", good.png],
    ["a JPEG", good.jpeg],
    ["a progressive JPEG", () => good.picture().jpeg({ progressive: true }).toBuffer()],
    [
      "a JPEG with notes of a camera",
      () =>
        good
          .picture()
          .withExif({ IFD0: { Artist: "M".repeat(500) } })
          .jpeg()
          .toBuffer(),
    ],
    ["a WebP", good.webp],
    ["a lossless WebP", () => good.picture().webp({ lossless: true }).toBuffer()],
    ["a WebP with transparency", () => good.picture().ensureAlpha(0.5).webp().toBuffer()],
  ])("is told of %s, also where the rest is missing", async (_what, make) => {
    const file = await make();
    expect(sizeInHead(file)).toEqual(SIZE);
    expect(sizeInHead(file.subarray(0, file.length - 10))).toEqual(SIZE);
  });

  it.each([
    ["a GIF", good.gif],
    ["an AVIF", good.avif],
    ["nothing", async () => Buffer.alloc(0)],
    ["a text", async () => Buffer.from("nothing of the kind")],
    ["a RIFF of another kind", async () => Buffer.from("RIFF\0\0\0\0WAVEfmt 0123456789")],
    ["a JPEG whose segments lead nowhere", async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0])],
    ["a JPEG of fill bytes", async () => Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100, 0xff)])],
  ])("is not told of %s", async (_what, make) => {
    expect(sizeInHead(await make())).toBeUndefined();
  });

  it.each([
    ["a PNG", good.png],
    ["a JPEG", good.jpeg],
    ["a WebP", good.webp],
  ])("is not told of %s that is cut off before it", async (_what, make) => {
    const file = await make();
    for (let bytes = 0; bytes < 16; bytes++) expect(sizeInHead(file.subarray(0, bytes))).toBeUndefined();
  });
});
