import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createIntake } from "../../../src/media/intake.ts";
import { MediaFullError, type MediaStore } from "../../../src/media/store/media-store.ts";
import { createStaging } from "../../../src/media/store/staging.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import { startTestIntake, type TestIntake } from "../../support/media/intake.ts";
import * as good from "../../support/media/media-files.ts";
import { MediaMissingError } from "../../../src/media/store/media-store.ts";

let test: TestIntake;

beforeAll(async () => {
  test = await startTestIntake();
});

afterEach(async () => {
  await test.clear();
});

afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

/** Receives a file that must be accepted, and returns its facts and the stored bytes. */
async function takeGood(bytes: Buffer, name: string): Promise<{ reference: Reference; kept: Buffer }> {
  const taken = await test.take(bytes, name);
  if (!taken.ok) throw new Error(JSON.stringify(taken.problem));
  const kept = await buffer(await test.media.open(taken.reference.hash));
  expect(taken.isAsGiven).toBe(kept.equals(bytes));
  return { reference: taken.reference, kept };
}

/** A download that the server resets. */
async function* halfAPicture(): AsyncGenerator<Buffer> {
  yield (await good.png()).subarray(0, 100);
  throw new Error("reset");
}

describe("files that can be sent are stored unchanged", () => {
  it.each([
    ["a.png", good.png, "image/png"],
    ["a.jpg", good.jpeg, "image/jpeg"],
    ["a.webp", good.webp, "image/webp"],
  ])("%s, with its size in pixels", async (name, make, mimeType) => {
    const bytes = await make();
    const { reference, kept } = await takeGood(bytes, name);
    expect(reference).toMatchObject({ kind: "image", mimeType, name, bytes: bytes.length, width: 96, height: 64 });
    expect(kept.equals(bytes)).toBe(true);
    expect(reference.converted).toBeUndefined();
    expect(await test.files()).toEqual({ stored: 1, staged: 0 });
  });

  it.each([
    ["a.mp4", good.mp4, "video/mp4"],
    ["a.mov", good.mov, "video/quicktime"],
    ["a.webm", good.webm, "video/webm"],
    ["live.webm", good.liveWebm, "video/webm"],
  ])("%s, with its size and length", async (name, make, mimeType) => {
    const bytes = await make(3);
    const { reference, kept } = await takeGood(bytes, name);
    expect(reference).toMatchObject({ kind: "video", mimeType, name, width: 160, height: 90 });
    expect(reference.seconds).toBeCloseTo(3, 1);
    // The writing program and the date are removed.
    expect(kept.length).toBe(bytes.length);
  });

  it.each([
    ["bare", good.mp3(383)],
    ["counted", good.countedMp3(383)],
    ["with a tag before it", Buffer.concat([good.id3(40_000), good.mp3(383)])],
    ["with a padded tag before it", Buffer.concat([good.id3(300), Buffer.alloc(900), good.mp3(383)])],
    ["with a tag after it", Buffer.concat([good.mp3(383), Buffer.from(`TAG${"x".repeat(125)}`)])],
  ])("MP3 %s, with its length", async (_what, bytes) => {
    const { reference, kept } = await takeGood(bytes, "a.mp3");
    expect(reference).toMatchObject({ kind: "audio", mimeType: "audio/mpeg", name: "a.mp3" });
    expect(reference.seconds).toBeCloseTo(10, 1);
    expect(kept.length).toBeLessThanOrEqual(384 * 417);
  });

  it("WAV, with its length", async () => {
    const { reference, kept } = await takeGood(good.wav(3), "a.wav");
    expect(reference).toMatchObject({ kind: "audio", mimeType: "audio/wav", name: "a.wav", seconds: 3 });
    expect(kept.equals(good.wav(3))).toBe(true);
  });

  it("the same content once, under any name", async () => {
    const bytes = await good.png();
    const [first, second] = [await takeGood(bytes, "one.png"), await takeGood(bytes, "two.png")];
    expect(second.reference.hash).toBe(first.reference.hash);
    expect((await test.files()).stored).toBe(1);
  });

  it("existing content, after a bad file was refused", async () => {
    const bytes = await good.png();
    await takeGood(bytes, "good.png");
    expect((await test.take(Buffer.concat([bytes, good.emptyZip()]), "bad.png")).ok).toBe(false);
    expect((await test.files()).stored).toBe(1);
  });
});

describe("names match the content", () => {
  it.each([
    ["cat.jpg", "cat.png"],
    ["cat", "cat.png"],
    ["../../etc/passwd", "passwd.png"],
    ["C:\\pictures\\cat.gif", "cat.png"],
    ["CAT.PNG", "CAT.PNG"],
  ])("%s with a PNG's bytes becomes %s", async (given, name) => {
    expect((await takeGood(await good.png(), given)).reference.name).toBe(name);
  });
});

describe("pictures", () => {
  it.each([
    ["GIF", good.gif],
    ["AVIF", good.avif],
  ])("of type %s become PNG, and the result says so", async (type, make) => {
    const { reference, kept } = await takeGood(await make(), "picture.any");
    expect(reference).toMatchObject({ mimeType: "image/png", name: "picture.png", width: 96, height: 64 });
    expect(reference.converted).toBe(type);
    expect((await sharp(kept).metadata()).format).toBe("png");
  });

  it("become their first frame if animated", async () => {
    const frames = Buffer.alloc(40 * 80 * 3);
    frames.fill(200, frames.length / 2);
    const source = sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
    const { reference, kept } = await takeGood(await source.webp({ loop: 0 }).toBuffer(), "moving.webp");
    expect(reference).toMatchObject({ mimeType: "image/png", width: 40, height: 40 });
    expect(reference.converted).toBe("WebP");
    expect((await sharp(kept).stats()).channels[0]?.max).toBeLessThan(20);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("with EXIF orientation %i are stored upright", async (orientation) => {
    const bytes = await good.picture(96, 64).jpeg().withMetadata({ orientation }).toBuffer();
    const { reference, kept } = await takeGood(bytes, "photo.jpg");
    const isTurned = orientation >= 5;
    expect(reference).toMatchObject({
      mimeType: "image/jpeg",
      width: isTurned ? 64 : 96,
      height: isTurned ? 96 : 64,
    });
    const metadata = await sharp(kept).metadata();
    expect([metadata.width, metadata.height]).toEqual([reference.width, reference.height]);
    expect(metadata.orientation ?? 1).toBe(1);
    expect(reference.converted).toBeUndefined();
    const shown = await sharp(bytes).autoOrient().raw().toBuffer();
    const same = await sharp(kept).raw().toBuffer();
    const difference = shown.reduce((sum, value, at) => sum + Math.abs(value - (same[at] ?? 0)), 0) / shown.length;
    expect(difference).toBeLessThan(8);
  });

  it.each([
    ["a second picture", good.jpeg],
    ["a moving photo's clip", good.mp4],
    ["padding", async () => Buffer.alloc(70_000)],
  ])("lose what cameras append: %s", async (_what, more) => {
    const bytes = await good.jpeg();
    const { kept } = await takeGood(Buffer.concat([bytes, Buffer.alloc(30), await more()]), "photo.jpg");
    expect(kept.equals(bytes)).toBe(true);
  });

  it("that were cropped in place lose the rest of the old picture", async () => {
    const bytes = await good.png();
    const { kept } = await takeGood(Buffer.concat([bytes, bytes.subarray(bytes.length / 2)]), "shot.png");
    expect(kept.equals(bytes)).toBe(true);
  });
});

describe("refusals say what is allowed", () => {
  const PICTURES = ["PNG", "JPEG", "WebP", "GIF", "AVIF"];

  it("a file of another kind", async () => {
    const taken = await test.take(await good.mp4(), "clip.mp4", ["image"]);
    const problem = { rule: "file_type", name: "clip.mp4", found: "MP4", allowed: PICTURES };
    expect(taken).toEqual({ ok: false, problem: { ...problem, saveAs: undefined } });
  });

  it("a sound of another type, with the fix", async () => {
    const song = await good.m4a();
    song.write("M4A ", 8, "latin1");
    const taken = await test.take(song, "song.m4a", ["audio"]);
    const problem = { rule: "file_type", name: "song.m4a", found: "M4A", allowed: ["MP3", "WAV"], saveAs: "MP3" };
    expect(taken).toEqual({ ok: false, problem });
  });

  it("a photo that can't be read here, with the fix", async () => {
    const photo = (await good.avif()).toString("latin1");
    const heic = photo.replaceAll("avif", "heic").replaceAll("av01", "hvc1").replaceAll("av1C", "hvcC");
    const taken = await test.take(Buffer.from(heic, "latin1"), "photo.heic", ["image"]);
    const problem = { rule: "file_undecodable", name: "photo.heic", type: "HEIC", saveAs: "PNG" };
    expect(taken).toEqual({ ok: false, problem });
  });

  it("a picture with too many pixels, by its header", async () => {
    const taken = await test.take(good.claimPngSize(await good.png(), 50_000, 50_000), "bomb.png");
    const problem = { rule: "too_many_pixels", name: "bomb.png", width: 50_000, height: 50_000, max: 120_000_000 };
    expect(taken).toEqual({ ok: false, problem });
  });
});

describe("a source", () => {
  const signal = new AbortController().signal;

  it("is cut off at 80 MiB if it never ends, and leaves nothing behind", async () => {
    const chunk = Buffer.alloc(1024 * 1024, 1);
    let given = 0;
    const source = Readable.from(
      (function* endless() {
        for (;;) yield ((given++, chunk));
      })(),
    );
    const taken = await test.intake.take({ name: "huge.png", open: async () => source }, ["image"], OWN_TURN, signal);
    expect(taken).toEqual({ ok: false, problem: { rule: "file_too_large", name: "huge.png", max: 83_886_080 } });
    expect(given).toBeLessThan(100);
    expect(source.destroyed).toBe(true);
    expect(await test.files()).toEqual({ stored: 0, staged: 0 });
  });

  it.each([
    ["can't be opened", () => Promise.reject(new Error("404"))],
    ["breaks off", async () => Readable.from(halfAPicture())],
  ])("that %s is named, and leaves nothing behind", async (_what, open) => {
    const taken = await test.intake.take({ name: "lost.png", open }, ["image"], OWN_TURN, signal);
    expect(taken).toEqual({ ok: false, problem: { rule: "file_unavailable", name: "lost.png" } });
    expect(await test.files()).toEqual({ stored: 0, staged: 0 });
  });

  it("is reported as expired if it was a stored file", async () => {
    const open = () => Promise.reject(new MediaMissingError("a".repeat(64)));
    const taken = await test.intake.take({ name: "swept.png", open }, ["image"], OWN_TURN, signal);
    expect(taken).toEqual({ ok: false, problem: { rule: "file_not_kept", name: "swept.png" } });
  });

  it("is abandoned when it stalls and the wait is aborted", async () => {
    const stop = new AbortController();
    const source = new Readable({ read: () => {} });
    source.push(Buffer.from("\u0089PNG", "latin1"));
    const taking = test.intake.take({ name: "slow.png", open: async () => source }, ["image"], OWN_TURN, stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error("shutting down"));
    await expect(taking).rejects.toThrow("shutting down");
    expect(source.destroyed).toBe(true);
    expect(await test.files()).toEqual({ stored: 0, staged: 0 });
  });
});

it("reports a full disk, and leaves nothing behind", async () => {
  const media: MediaStore = { ...test.media, put: () => Promise.reject(new MediaFullError(new Error("ENOSPC"))) };
  const folder = join(test.staging, "full");
  await using intake = createIntake({ media, log: createLog("silent"), folder });
  const open = async (): Promise<Readable> => Readable.from([await good.png()]);
  const taken = await intake.take({ name: "cat.png", open }, ["image"], OWN_TURN, new AbortController().signal);
  expect(taken).toEqual({ ok: false, problem: { rule: "store_full", name: "cat.png" } });
  expect(await readdir(folder)).toEqual([]);
});

it("accepts many files concurrently", async () => {
  const pictures = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      good
        .picture(60 + at, 40)
        .png()
        .toBuffer(),
    ),
  );
  const taken = await Promise.all(pictures.map((bytes, at) => test.take(bytes, `${at}.png`)));
  const widths = taken.map((one) => (one.ok ? one.reference.width : one.problem));
  expect(widths).toEqual(pictures.map((_, at) => 60 + at));
});

it("removes a killed process's staged files, but no active ones", async () => {
  await test.take(await good.png(), "first.png");
  await writeFile(join(test.staging, "old"), "left");
  await writeFile(join(test.staging, "new"), "under way");
  await utimes(join(test.staging, "old"), 1_000, 1_000);
  const staging = createStaging(test.staging);
  const open = async (): Promise<Readable> => Readable.from([Buffer.from("x")]);
  await using file = await staging.stage(open, { maxBytes: 10, signal: new AbortController().signal });
  expect(await file.bytes()).toBe(1);
  expect((await test.files()).staged).toBe(2);
});
