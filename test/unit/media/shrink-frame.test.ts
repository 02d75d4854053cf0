import "@napi-rs/webcodecs/polyfill";
import { VideoSample, type VideoSamplePixelFormat, type VideoSampleTransformationDescription } from "mediabunny";
import { expect, it } from "vitest";
import { shrinkFrame } from "../../../src/media/fit/shrink-frame.ts";

const [WIDTH, HEIGHT] = [64, 48];

/** Left and right: light 50 and 200, the first colour 30 and 220; above and below: the second colour 40 and 180. */
const PLANES = [
  (x: number) => (x < 0.5 ? 50 : 200),
  (x: number) => (x < 0.5 ? 30 : 220),
  (_x: number, y: number) => (y < 0.5 ? 40 : 180),
] as const;

function plane(index: 0 | 1 | 2, columns: number, rows: number, bits = 8): number[] {
  return Array.from({ length: columns * rows }, (_, at) => {
    const value = PLANES[index]((at % columns) / columns, Math.floor(at / columns) / rows);
    return value << (bits - 8);
  });
}

function bytesOf(values: readonly number[], bits: number): Buffer {
  return bits === 8 ? Buffer.from(values) : Buffer.from(new Uint16Array(values).buffer);
}

function frameOf(format: VideoSamplePixelFormat): VideoSample {
  const [, colours = "420", alpha = "", bits = "8"] = /^I(\d{3})(A?)(?:P(\d+))?$/.exec(format) ?? [];
  const [columns, rows] = [colours === "444" ? WIDTH : WIDTH / 2, colours === "420" ? HEIGHT / 2 : HEIGHT];
  const [u, v] = [plane(1, columns, rows, Number(bits)), plane(2, columns, rows, Number(bits))];
  const colour = format === "NV12" ? u.flatMap((value, at) => [value, v[at] ?? 0]) : [...u, ...v];
  const clear = alpha === "" ? [] : plane(0, WIDTH, HEIGHT, Number(bits));
  const data = bytesOf([...plane(0, WIDTH, HEIGHT, Number(bits)), ...colour, ...clear], Number(bits));
  return new VideoSample(data, { format, codedWidth: WIDTH, codedHeight: HEIGHT, timestamp: 1, duration: 0.1 });
}

const WANTED: VideoSampleTransformationDescription = {
  width: 32,
  height: 24,
  fit: "fill",
  alpha: "discard",
  crop: { left: 0, top: 0, width: WIDTH, height: HEIGHT },
  rotation: 0,
  flip: false,
};

it.each<VideoSamplePixelFormat>(["I420", "I422", "I444", "NV12", "I420P10", "I422P10", "I444P10", "I444P12", "I420A"])(
  "a frame of %s becomes a smaller one of half the colours each way",
  async (format) => {
    using frame = frameOf(format);
    using smaller = await shrinkFrame(frame, WANTED);
    expect(smaller).toMatchObject({ format: "I420", codedWidth: 32, codedHeight: 24, timestamp: 1, duration: 0.1 });
    const bytes = Buffer.alloc(smaller?.allocationSize() ?? 0);
    await smaller?.copyTo(bytes);
    const planes = [bytes.subarray(0, 768), bytes.subarray(768, 960), bytes.subarray(960)];
    const at = (index: number, x: number, y: number): number =>
      planes[index]?.[index === 0 ? y * 32 + x : Math.floor(y / 2) * 16 + Math.floor(x / 2)] ?? -1;
    expect([at(0, 2, 2), at(0, 29, 21)]).toEqual([50, 200]);
    expect([at(1, 2, 2), at(1, 29, 21)]).toEqual([30, 220]);
    expect([at(2, 2, 2), at(2, 2, 21)]).toEqual([40, 180]);
  },
);

it("an unsupported or rotated frame is left alone", async () => {
  const data = Buffer.alloc(WIDTH * HEIGHT * 4);
  using colours = new VideoSample(data, { format: "RGBA", codedWidth: WIDTH, codedHeight: HEIGHT, timestamp: 0 });
  expect(await shrinkFrame(colours, WANTED)).toBeNull();
  using frame = frameOf("I444");
  expect(await shrinkFrame(frame, { ...WANTED, rotation: 90 })).toBeNull();
});
