import sharp from "sharp";
import { expect, it } from "vitest";
import { drawCharts } from "../../../../src/media/chart/draw-charts.ts";
import type { Bar, Chart, ChartPicture } from "../../../../src/media/chart/chart-picture.ts";
import { openFonts } from "../../../../src/media/fonts.ts";

const fonts = openFonts();
const ORANGE = "d35c30";
const RED = "a3182b";

function aBar(changes: Partial<Bar> = {}): Bar {
  return { label: "Max", note: "12 pictures", unit: "images", share: 1, ...changes };
}

function aPicture(...rows: readonly (readonly Chart[])[]): ChartPicture {
  return { heading: "Usage this month", rows };
}

function barsOf(...bars: readonly Bar[]): Chart {
  return { kind: "bars", title: "Pictures by member", bars };
}

/** A decoded picture. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

async function pixelsOf(picture: ChartPicture): Promise<Pixels> {
  const { bytes, ...size } = await drawCharts(picture, fonts);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect({ width: info.width, height: info.height }).toEqual(size);
  return { ...size, data };
}

function sizeOf({ width, height }: Pixels): Pick<Pixels, "width" | "height"> {
  return { width, height };
}

function at({ data, width }: Pixels, x: number, y: number): string {
  const start = (y * width + x) * 4;
  return data.subarray(start, start + 3).toString("hex");
}

/** How many pixels of each line, from the top down, have a colour. */
function countsOf({ data, width, height }: Pixels, colour: string, from = 0, to = width): number[] {
  const wanted = Number.parseInt(colour, 16);
  return Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let x = from; x < to; x++) if (data.readUIntBE((y * width + x) * 4, 3) === wanted) count++;
    return count;
  });
}

/** For each bar of a colour, from the top down, its longest line of pixels. */
function lengthsOf(pixels: Pixels, colour: string): number[] {
  const lengths: number[] = [];
  let longest = 0;
  for (const here of countsOf(pixels, colour)) {
    if (here === 0 && longest > 0) lengths.push(longest);
    longest = here === 0 ? 0 : Math.max(longest, here);
  }
  return lengths;
}

/** The pixels between two vertical lines. */
function strip(pixels: Pixels, from: number, to: number): Promise<Buffer> {
  return sharp(pixels.data, { raw: { ...sizeOf(pixels), channels: 4 } })
    .extract({ left: from, top: 0, width: to - from, height: pixels.height })
    .raw()
    .toBuffer();
}

it("is opaque, with an edge around it, so that it is legible on light and dark pages", async () => {
  const pixels = await pixelsOf(aPicture([barsOf(aBar())]));
  expect((await sharp(pixels.data, { raw: { ...sizeOf(pixels), channels: 4 } }).stats()).isOpaque).toBe(true);
  expect(at(pixels, 0, 0)).not.toBe("ffffff");
  expect(at(pixels, 10, 10)).toBe("ffffff");
});

it("draws bars in order, as long as their shares", async () => {
  const shares = [1, 0.5, 0.25];
  const pixels = await pixelsOf(aPicture([barsOf(...shares.map((share) => aBar({ share })))]));
  const [full = 0, ...others] = lengthsOf(pixels, ORANGE);
  expect(full).toBeGreaterThan(pixels.width * 0.9 - 10);
  expect(others.map((length) => Math.round((length / full) * 100) / 100)).toEqual([0.5, 0.25]);
});

it("shows a little as a short bar, and nothing as none", async () => {
  const pixels = await pixelsOf(aPicture([barsOf(aBar(), aBar({ share: 1e-6 }), aBar({ share: 0, isGauge: true }))]));
  const [, little = 0, ...none] = lengthsOf(pixels, ORANGE);
  expect(little).toBeGreaterThan(3);
  expect(little).toBeLessThan(10);
  expect(none).toEqual([]);
});

it("draws a full gauge in a colour of its own, and the rest of another one", async () => {
  const pixels = await pixelsOf(
    aPicture([barsOf(aBar({ share: 1, isGauge: true }), aBar({ share: 0.5, isGauge: true }), aBar({ share: 1 }))]),
  );
  const [full = 0, ...none] = lengthsOf(pixels, RED);
  expect(none).toEqual([]);
  const [half = 0, whole] = lengthsOf(pixels, ORANGE);
  expect(Math.abs(full - half * 2)).toBeLessThan(4);
  expect(whole).toBe(full);
  expect(lengthsOf(pixels, "ece8e1")).toEqual([expect.closeTo(full - half, -1)]);
});

it("shortens a long label, and keeps its note legible", async () => {
  const [short, long, longer] = await Promise.all(
    ["M", "M".repeat(60), "M".repeat(400)].map((label) => pixelsOf(aPicture([barsOf(aBar({ label }))]))),
  );
  if (!short || !long || !longer) throw new Error("a picture is missing");
  const right = (pixels: Pixels): Promise<Buffer> => strip(pixels, pixels.width - 200, pixels.width);
  expect((await right(long)).equals(await right(short))).toBe(true);
  expect((await right(longer)).equals(await right(short))).toBe(true);
  expect(longer.data.equals(long.data)).toBe(true);
  expect(long.data.equals(short.data)).toBe(false);
});

it("has the characters of Chinese names, and leaves out pictographs", async () => {
  const drawn = async (label: string): Promise<string> =>
    (await pixelsOf(aPicture([barsOf(aBar({ label }))]))).data.toString("base64");
  // Characters without a glyph would all look the same.
  expect((await drawn("龙凤")) === (await drawn("凤龙"))).toBe(false);
  expect((await drawn("Max 🦊")) === (await drawn("Max"))).toBe(true);
  expect((await drawn("🦊")) === (await drawn("…"))).toBe(true);
});

it("puts the charts of a row side by side, and rows below each other", async () => {
  const columns = (unit: "images" | "seconds"): Chart => ({
    kind: "columns",
    title: "By day",
    unit,
    columns: Array.from({ length: 30 }, (_, index) => ({ label: String(index + 1), value: index % 7 })),
  });
  const alone = await pixelsOf(aPicture([columns("images")]));
  const both = await pixelsOf(aPicture([columns("images"), columns("seconds")], [barsOf(aBar())]));
  expect(both.width).toBeGreaterThan(alone.width);
  expect(both.height).toBeGreaterThan(alone.height);
  const blue = (from: number, to: number): boolean => countsOf(both, "2b6f94", from, to).some((count) => count > 0);
  expect(blue(0, both.width / 2)).toBe(false);
  expect(blue(both.width / 2, both.width)).toBe(true);
});
