import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ArtifactError } from "../../../src/media/artifact-error.ts";
import { startTestArtifacts, type TestArtifacts } from "../../support/media/artifacts.ts";
import * as good from "../../support/media/media-files.ts";

let test: TestArtifacts;

beforeEach(async () => {
  test = await startTestArtifacts();
});

afterEach(() => test[Symbol.asyncDispose]());

const HTML = Buffer.from("<!doctype html><html><body>Sign in</body></html>");

async function flawOf(bytes: Buffer, kind: "image" | "video"): Promise<Pick<ArtifactError, "flaw" | "found">> {
  const error = await test.take(bytes, kind).then(
    (taken) => JSON.stringify(taken),
    (reason: unknown) => reason,
  );
  expect(await test.files()).toBe(0);
  if (!(error instanceof ArtifactError)) throw new Error(`not refused as an artifact: ${String(error)}`);
  return { flaw: error.flaw, found: error.found };
}

/** A PNG of more than 100 kB, interlaced if `progressive`. */
const largePng = (progressive = false): Promise<Buffer> =>
  good.picture(301, 203).png({ compressionLevel: 1, progressive }).toBuffer();

describe("the gateway's files are stored byte by byte, by their real type", () => {
  it.each([
    ["PNG", "image/png", good.png, 96, 64],
    ["large PNG", "image/png", largePng, 301, 203],
    ["interlaced PNG", "image/png", () => largePng(true), 301, 203],
    [
      "greyscale PNG of few bits",
      "image/png",
      () => good.picture(37, 11).greyscale().png({ colours: 4 }).toBuffer(),
      37,
      11,
    ],
    ["transparent PNG", "image/png", () => good.picture().ensureAlpha(0.5).png().toBuffer(), 96, 64],
    ["JPEG", "image/jpeg", good.jpeg, 96, 64],
    ["WebP", "image/webp", good.webp, 96, 64],
    ["GIF", "image/gif", good.gif, 96, 64],
    ["AVIF", "image/avif", good.avif, 96, 64],
  ])("%s", async (_what, mimeType, make, width, height) => {
    const bytes = await make();
    const taken = await test.take(bytes, "image");
    expect(taken).toMatchObject({ mimeType, width, height, bytes: bytes.length });
    expect((await buffer(await test.media.open(taken.hash))).equals(bytes)).toBe(true);
    expect(await test.files()).toBe(1);
  });

  it.each([
    ["MP4", "video/mp4", good.mp4],
    ["MOV", "video/quicktime", good.mov],
    ["WebM", "video/webm", good.webm],
    ["WebM from a recorder", "video/webm", good.liveWebm],
  ])("%s", async (_what, mimeType, make) => {
    const bytes = await make();
    const taken = await test.take(bytes, "video");
    expect(taken).toMatchObject({ mimeType, width: undefined, bytes: bytes.length });
    expect((await buffer(await test.media.open(taken.hash))).equals(bytes)).toBe(true);
  });

  it("a picture of an unknown type", async () => {
    const tiff = await good.picture().tiff().toBuffer();
    expect(await test.take(tiff, "image")).toMatchObject({ mimeType: "image/tiff", bytes: tiff.length });
  });

  it("regardless of the chunk size", async () => {
    const bytes = await largePng();
    for (const piece of [1_000, 65_536, 1_000_000]) {
      expect(await test.take(bytes, "image", piece)).toMatchObject({ width: 301 });
    }
  });
});

describe("anything else is refused, and leaves nothing behind", () => {
  it.each([
    ["a web page as a picture", "image", () => HTML, "HTML"],
    ["a web page as a clip", "video", () => HTML, "HTML"],
    ["an error as a picture", "image", () => Buffer.from('{"error":{"code":"x"}}'), "TXT"],
    ["an SVG drawing", "image", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "SVG"],
    ["a picture as a clip", "video", good.png, "PNG"],
    ["a large picture as a clip", "video", largePng, "PNG"],
    ["a clip as a picture", "image", good.mp4, "MP4"],
    ["a sound as a clip", "video", () => Buffer.concat([good.id3(40_000), good.mp3(383)]), "MP3"],
    ["a sound with a long tag as a clip", "video", () => Buffer.concat([good.id3(99_000), good.mp3(383)]), "ID3"],
    ["sound alone as a clip", "video", good.m4a, "M4A"],
    ["random bytes", "image", () => Buffer.alloc(5_000, 0x9d), undefined],
  ] as const)("%s", async (_what, kind, make, found) => {
    expect(await flawOf(await make(), kind)).toEqual({ flaw: "wrong_type", found });
  });

  it("an empty file", async () => {
    expect(await flawOf(Buffer.alloc(0), "image")).toEqual({ flaw: "empty", found: undefined });
  });

  const damaged: readonly (readonly [string, "image" | "video", () => Promise<Buffer>])[] = [
    ["half a PNG", "image", async () => (await good.png()).subarray(0, 3_000)],
    ["half a large PNG", "image", async () => (await largePng()).subarray(0, 100_000)],
    ["a PNG without its last byte", "image", async () => (await good.png()).subarray(0, -1)],
    ["a PNG with a changed byte in its pixels", "image", () => changed(good.png(), 0.5)],
    ["a large PNG with a changed byte in its pixels", "image", () => changed(largePng(), 0.9)],
    ["a PNG whose pixels can't be inflated", "image", () => withPixels(Buffer.alloc(500, 7))],
    ["a PNG with too few pixels", "image", () => withPixels(deflateSync(Buffer.alloc(5_000)))],
    ["a PNG with too many pixels", "image", () => withPixels(deflateSync(Buffer.alloc(5_000_000)))],
    ["half a JPEG", "image", async () => (await good.jpeg()).subarray(0, 2_000)],
    ["half a WebP", "image", async () => (await good.webp()).subarray(0, 2_000)],
    ["half a GIF", "image", async () => (await good.gif()).subarray(0, 2_000)],
    ["half an AVIF", "image", async () => (await good.avif()).subarray(0, 1_000)],
    ["a JPEG's beginning and nothing of a picture", "image", async () => Buffer.from("ffd8ffe000104a46494600", "hex")],
    ["half an MP4", "video", async () => (await good.mp4()).subarray(0, 3_000)],
    ["an MP4 whose index is missing", "video", async () => (await good.mov()).subarray(0, 6_000)],
    ["half a WebM", "video", async () => (await good.webm()).subarray(0, 3_000)],
  ];
  it.each(damaged)("%s", async (_what, kind, make) => {
    expect((await flawOf(await make(), kind)).flaw).toBe("damaged");
  });

  it("a picture with more pixels than any camera makes", async () => {
    expect((await flawOf(good.claimPngSize(await good.png(), 50_000, 50_000), "image")).flaw).toBe("too_large");
    const jpeg = await good.jpeg();
    jpeg.writeUInt16BE(60_000, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    jpeg.writeUInt16BE(60_000, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 7);
    expect((await flawOf(jpeg, "image")).flaw).toBe("too_large");
  });

  it("an endless web page, reading only enough to recognise it", async () => {
    let given = 0;
    const endless = Readable.from(
      (function* pages() {
        for (;;) yield ((given++, HTML));
      })(),
    );
    await expect(test.artifacts.take(endless, "video", new AbortController().signal)).rejects.toMatchObject({
      flaw: "wrong_type",
    });
    expect(given * HTML.length).toBeLessThan(200_000);
    expect(endless.destroyed).toBe(true);
  });
});

describe("a source", () => {
  const broken = new Error("reset");

  it.each([100, 100_000])("that breaks after %i bytes fails the intake with its own error", async (bytes) => {
    const picture = await largePng();
    const source = Readable.from(
      (async function* half() {
        yield picture.subarray(0, bytes);
        throw broken;
      })(),
    );
    await expect(test.artifacts.take(source, "image", new AbortController().signal)).rejects.toBe(broken);
    expect(await test.files()).toBe(0);
  });

  it.each([100, 100_000])("that stalls after %i bytes is abandoned when the wait is aborted", async (bytes) => {
    const stop = new AbortController();
    const source = new Readable({ read: () => {} });
    source.push((await largePng()).subarray(0, bytes));
    const taking = test.artifacts.take(source, "image", stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error("shutting down"));
    await expect(taking).rejects.toThrow("shutting down");
    expect(source.destroyed).toBe(true);
    expect(await test.files()).toBe(0);
  });
});

/** The file with one byte changed, at this fraction of its length. */
async function changed(file: Promise<Buffer>, share: number): Promise<Buffer> {
  const bytes = Buffer.from(await file);
  const at = Math.floor(bytes.length * share);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
  return bytes;
}

/** A PNG of the usual size with valid checksums and this compressed pixel data. */
async function withPixels(data: Buffer): Promise<Buffer> {
  const bytes = await good.png();
  expect((await sharp(bytes).metadata()).width).toBe(96);
  return Buffer.concat([bytes.subarray(0, 33), good.pngChunk("IDAT", data), bytes.subarray(-12)]);
}
