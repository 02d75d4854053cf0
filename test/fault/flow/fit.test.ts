import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { OWN_TURN, type TurnOf } from "../../../src/media/fair-queue.ts";
import { createFitter, type Fitter } from "../../../src/media/fit/fitter.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { createStaging } from "../../../src/media/store/staging.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";
import { difference, factsOf, frameAt, loudnessOf } from "../../support/media/clip.ts";
import { largeClip, largePicture } from "../../support/media/large-files.ts";

const never = new AbortController().signal;
let folder: string;
let media: MediaStore;
let fitter: Fitter;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-fit-"));
  media = await createFolderStore(join(folder, "media"));
  fitter = createFitterWith({});
});

afterEach(async () => {
  await fitter[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function createFitterWith(options: { limitMs?: number }): Fitter {
  return createFitter({ media, staging: createStaging(join(folder, "fitting")), log: createLog("silent"), ...options });
}

async function keep(bytes: Buffer, mimeType: string): Promise<{ hash: string; mimeType: string }> {
  const { hash } = await media.put(Readable.from([bytes]), { maxBytes: 1e9 });
  return { hash, mimeType };
}

const read = async (hash: string): Promise<Buffer> => buffer(await media.open(hash));
const leftOver = (): Promise<string[]> => readdir(join(folder, "fitting"));

describe("a picture", () => {
  it("becomes a WebP below the limit if it is a PNG, with the same dimensions if lower quality is enough", async () => {
    const png = await largePicture(640, 400, "png");
    const fitted = await fitter.fit(await keep(png, "image/png"), Math.floor(png.length / 2), OWN_TURN, never);
    expect(fitted).toMatchObject({ mimeType: "image/webp", width: 640, height: 400 });
    const bytes = await read(fitted?.hash ?? "");
    expect(bytes.length).toBe(fitted?.bytes);
    expect(bytes.length).toBeLessThanOrEqual(png.length / 2);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 640, height: 400 });
    expect(await leftOver()).toEqual([]);
  });

  it("shrinks when lower quality is not enough, and a JPEG stays a JPEG", async () => {
    const jpeg = await largePicture(640, 400, "jpeg");
    const fitted = await fitter.fit(await keep(jpeg, "image/jpeg"), 20_000, OWN_TURN, never);
    expect(fitted?.mimeType).toBe("image/jpeg");
    expect(fitted?.width).toBeLessThan(640);
    expect((fitted?.width ?? 0) / (fitted?.height ?? 1)).toBeCloseTo(1.6, 1);
    expect((await sharp(await read(fitted?.hash ?? "")).metadata()).width).toBe(fitted?.width);
  });

  it("keeps transparency", async () => {
    const opaque = await largePicture(300, 200, "png");
    const clear = await sharp(opaque).ensureAlpha(0.4).png().toBuffer();
    const fitted = await fitter.fit(await keep(clear, "image/png"), 40_000, OWN_TURN, never);
    expect((await sharp(await read(fitted?.hash ?? "")).stats()).isOpaque).toBe(false);
  });

  it("is given up if it would become too small, or if it can't be read", async () => {
    expect(
      await fitter.fit(await keep(await largePicture(640, 400, "png"), "image/png"), 500, OWN_TURN, never),
    ).toBeUndefined();
    expect(await fitter.fit(await keep(Buffer.alloc(3000, 7), "image/png"), 500, OWN_TURN, never)).toBeUndefined();
    expect(await leftOver()).toEqual([]);
  });
});

it("another organisation's picture is fitted next, however many of one organisation wait", async () => {
  const png = await largePicture(320, 200, "png");
  const content = await keep(png, "image/png");
  const finished: string[] = [];
  const fit = async (by: TurnOf) => {
    await fitter.fit(content, Math.floor(png.length / 2), by, never);
    finished.push(by.organisationId);
  };
  const acme: TurnOf = { organisationId: "acme", accountId: "max" };
  await Promise.all([
    ...Array.from({ length: 8 }, () => fit(acme)),
    fit({ organisationId: "other", accountId: "eve" }),
  ]);
  expect(finished).toHaveLength(9);
  expect(finished.indexOf("other")).toBeLessThan(3);
});

describe("a clip", () => {
  it("is re-encoded below the limit with the same length, sound and pictures", { timeout: 60_000 }, async () => {
    const clip = await largeClip({ width: 640, height: 360, seconds: 3, bits: 8_000_000 });
    const maxBytes = 600_000;
    const fitted = await fitter.fit(await keep(clip, "video/mp4"), maxBytes, OWN_TURN, never);
    expect(fitted).toMatchObject({ mimeType: "video/mp4", width: 640, height: 360 });
    const bytes = await read(fitted?.hash ?? "");
    expect(bytes.length).toBeLessThanOrEqual(maxBytes);
    const facts = await factsOf(bytes);
    expect(facts).toMatchObject({ width: 640, height: 360, video: { codec: "avc" }, audio: { codec: "aac" } });
    expect(Math.abs(facts.duration - 3)).toBeLessThan(0.2);
    expect(await loudnessOf(bytes)).toBeGreaterThan(0.2);
    // The half without noise must still look the same.
    expect(difference(await frameAt(clip, 1), await frameAt(bytes, 1))).toBeLessThan(40);
    expect(await leftOver()).toEqual([]);
  });

  it("shrinks when the bits are too few for its pixels", { timeout: 60_000 }, async () => {
    const clip = await largeClip({ width: 1280, height: 720, seconds: 2, bits: 12_000_000 });
    const fitted = await fitter.fit(await keep(clip, "video/mp4"), 160_000, OWN_TURN, never);
    expect(fitted?.height).toBeLessThan(720);
    expect(fitted?.bytes).toBeLessThanOrEqual(160_000);
    expect(await factsOf(await read(fitted?.hash ?? ""))).toMatchObject({ height: fitted?.height });
  });

  it("is re-encoded without sound if it has none", { timeout: 60_000 }, async () => {
    const clip = await largeClip({ width: 320, height: 180, seconds: 2, bits: 4_000_000, silent: true });
    const fitted = await fitter.fit(await keep(clip, "video/mp4"), 300_000, OWN_TURN, never);
    expect(fitted).toMatchObject({ mimeType: "video/mp4", width: 320, height: 180 });
    expect(difference(await frameAt(clip, 1), await frameAt(await read(fitted?.hash ?? ""), 1))).toBeLessThan(40);
  });

  it("is given up when it takes too long, and its process ends", { timeout: 60_000 }, async () => {
    await fitter[Symbol.asyncDispose]();
    fitter = createFitterWith({ limitMs: 1 });
    const clip = await keep(await largeClip({ width: 320, height: 180, seconds: 1, bits: 1_000_000 }), "video/mp4");
    expect(await fitter.fit(clip, 100_000, OWN_TURN, never)).toBeUndefined();
    expect(await leftOver()).toEqual([]);
  });

  it("stops when its caller stops", { timeout: 60_000 }, async () => {
    const clip = await keep(await largeClip({ width: 320, height: 180, seconds: 1, bits: 2_000_000 }), "video/mp4");
    const stop = new AbortController();
    const fitting = fitter.fit(clip, 50_000, OWN_TURN, stop.signal);
    stop.abort(new Error("enough"));
    await expect(fitting).rejects.toBeInstanceOf(Error);
    expect(await leftOver()).toEqual([]);
  });

  it("is given up if it is not a clip, or is only sound", async () => {
    expect(await fitter.fit(await keep(Buffer.alloc(5000, 1), "video/mp4"), 100, OWN_TURN, never)).toBeUndefined();
    expect(await fitter.fit(await keep(Buffer.alloc(5000, 2), "audio/mpeg"), 100, OWN_TURN, never)).toBeUndefined();
  });
});
