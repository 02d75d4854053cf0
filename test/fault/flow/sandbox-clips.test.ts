import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawClip } from "../../../src/sandbox/render/clip/clip.ts";
import { openFonts } from "../../../src/media/fonts.ts";
import type { Clip } from "../../../src/sandbox/video/task-clip.ts";
import { clipSize, nearestRatio } from "../../../src/sandbox/video/size.ts";
import { difference, factsOf, frameAt, loudnessOf } from "../../support/media/clip.ts";

const fonts = openFonts();
const CLIP: Clip = { prompt: "a lighthouse at dusk", model: "m", width: 320, height: 180, seconds: 2, seed: 7 };
const draw = (fields: Partial<Clip> = {}, image?: string): Promise<Buffer> =>
  drawClip(fonts, { ...CLIP, ...fields }, image);

let clip: Buffer;
let folder: string;
let image: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-clip-"));
  image = join(folder, "reference.png");
  await sharp({ create: { width: 320, height: 180, channels: 3, background: "#10c020" } })
    .png()
    .toFile(image);
  clip = await draw();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Mean red, green and blue of `height` rows, starting at `top`. */
function meanOf(pixels: Uint8Array, width: number, top: number, height: number): number[] {
  const sums = [0, 0, 0];
  for (let index = top * width * 4; index < (top + height) * width * 4; index += 4) {
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (pixels[index + channel] ?? 0);
  }
  return sums.map((sum) => sum / (width * height));
}

describe("a clip", () => {
  it("is H.264 with AAC, of exactly the requested size and length", async () => {
    const facts = await factsOf(clip);
    expect(facts).toMatchObject({
      width: 320,
      height: 180,
      video: { codec: "avc" },
      audio: { codec: "aac", channels: 2 },
    });
    expect(facts.duration).toBeCloseTo(2, 2);
    expect(Math.abs(facts.audio.duration - 2)).toBeLessThan(0.1);
    expect(facts.video.frames).toBeGreaterThanOrEqual(2 * 8);
  });

  it.each([
    ["upright", { width: 90, height: 160, seconds: 3 }],
    ["wide", { width: 224, height: 96, seconds: 2 }],
    ["half a minute long", { width: 64, height: 36, seconds: 30 }],
  ])("can be %s", async (_name, fields) => {
    const facts = await factsOf(await draw(fields));
    expect(facts).toMatchObject({ width: fields.width, height: fields.height });
    expect(Math.abs(facts.duration - fields.seconds)).toBeLessThan(0.1);
  });

  it("moves", async () => {
    const [first, middle, last] = await Promise.all([0, 1, 1.9].map((seconds) => frameAt(clip, seconds)));
    if (!first || !middle || !last) throw new Error("three frames");
    expect(difference(first, middle)).toBeGreaterThan(1);
    expect(difference(middle, last)).toBeGreaterThan(1);
    // It is still the same scene.
    expect(difference(first, last)).toBeLessThan(30);
  });

  it("is byte for byte the same for the same input", async () => {
    expect((await draw()).equals(clip)).toBe(true);
  });

  it("differs with another seed", async () => {
    expect(difference(await frameAt(clip, 1), await frameAt(await draw({ seed: 8 }), 1))).toBeGreaterThan(3);
  });

  it("shows its prompt: more words in the same scene mean more letters at the top", async () => {
    const other = await draw({ prompt: "a lighthouse at dusk, quite a long way off" });
    const [before, after] = await Promise.all([clip, other].map((file) => frameAt(file, 0)));
    if (!before || !after) throw new Error("two frames");
    const differenceAt = (top: number, height: number): number => {
      const [from, to] = [top * 320 * 4, (top + height) * 320 * 4];
      return difference(before.subarray(from, to), after.subarray(from, to));
    };
    expect(differenceAt(20, 35)).toBeGreaterThan(3 * differenceAt(80, 100));
  });

  it("has a quiet sound, not silence", async () => {
    const loudness = await loudnessOf(clip);
    expect(loudness).toBeGreaterThan(0.05);
    expect(loudness).toBeLessThan(0.3);
  });

  it("shows its first reference image", async () => {
    const frame = await frameAt(await draw({}, image), 1);
    const [red = 0, green = 0, blue = 0] = meanOf(frame, 320, 60, 60);
    expect(green).toBeGreaterThan(red + 60);
    expect(green).toBeGreaterThan(blue + 60);
    const [, without = 0] = meanOf(await frameAt(clip, 1), 320, 60, 60);
    expect(without).toBeLessThan(green);
  });

  it("shows the whole image even if its aspect ratio differs", async () => {
    const tall = join(folder, "tall.png");
    const halves = { create: { width: 60, height: 120, channels: 3, background: "#d01010" } } as const;
    await sharp({ create: { width: 60, height: 240, channels: 3, background: "#1010d0" } })
      .composite([{ input: halves, left: 0, top: 0 }])
      .png()
      .toFile(tall);
    const frame = await frameAt(await draw({}, tall), 1);
    const at = (y: number): number[] => [...frame.subarray((y * 320 + 160) * 4, (y * 320 + 160) * 4 + 3)];
    const [above, below] = [at(50), at(110)];
    expect(above[0]).toBeGreaterThan((above[2] ?? 0) + 60);
    expect(below[2]).toBeGreaterThan((below[0] ?? 0) + 60);
  });

  it.each([
    ["a pictograph", "🦊"],
    ["a very long word", "a".repeat(2000)],
    ["Chinese", "黄昏的灯塔，海浪"],
    ["a script that the fonts lack", "مرحبا"],
    ["white space only", " "],
  ])("accepts any prompt: %s", async (_name, prompt) => {
    expect((await factsOf(await draw({ prompt, width: 64, height: 36, seconds: 1 }))).width).toBe(64);
  });
});

describe("the size of a clip", () => {
  it.each([
    ["480p", "16:9", 854, 480],
    ["480p", "9:16", 480, 854],
    ["720p", "16:9", 1280, 720],
    ["720p", "1:1", 720, 720],
    ["720p", "4:3", 960, 720],
    ["720p", "21:9", 1680, 720],
    ["768p", "3:4", 768, 1024],
    ["768p", "16:9", 1366, 768],
    ["1080p", "9:16", 1080, 1920],
    ["2k", "16:9", 2560, 1440],
    [undefined, undefined, 1280, 720],
    ["720p", "adaptive", 1280, 720],
  ])("for %s and %s is %i x %i", (tier, ratio, width, height) => {
    expect(clipSize(tier, ratio)).toEqual({ width, height });
  });

  it.each([
    [1920, 1080, "16:9"],
    [1000, 1000, "1:1"],
    [900, 1600, "9:16"],
    [3000, 1000, "21:9"],
    [768, 1024, "3:4"],
  ])("adapts to an image of %i x %i as %s", (width, height, ratio) => {
    expect(nearestRatio({ width, height })).toBe(ratio);
  });
});
