import { describe, expect, it } from "vitest";
import { planClip, type ClipShape } from "../../../src/media/fit/clip-plan.ts";

const MiB = 1024 * 1024;
const FULL_HD: ClipShape = { width: 1920, height: 1080, seconds: 10, framesPerSecond: 24, hasSound: true };

describe("a plan for a clip", () => {
  it("spends less than is available, including sound", () => {
    for (const maxBytes of [1, 2, 5, 10, 50].map((size) => size * MiB)) {
      const plan = planClip(FULL_HD, maxBytes);
      expect(plan && ((plan.videoBits + plan.soundBits) * FULL_HD.seconds) / 8).toBeLessThan(maxBytes * 0.95);
    }
  });

  it("keeps the size while the bits suffice, and then shrinks in steps", () => {
    const heights = [50, 10, 2, 1].map((size) => planClip(FULL_HD, size * MiB)?.height);
    expect(heights).toEqual([1080, 1080, 720, 540]);
  });

  it("keeps the shape of a portrait clip, with even edges", () => {
    const plan = planClip({ ...FULL_HD, width: 1080, height: 1918 }, 1 * MiB);
    expect(plan).toMatchObject({ width: 540, height: 960 });
  });

  it("never makes a clip larger, nor shows more frames than it has", () => {
    const small = { ...FULL_HD, width: 320, height: 180, framesPerSecond: 12 };
    expect(planClip(small, 50 * MiB)).toMatchObject({ width: 320, height: 180, framesPerSecond: 12 });
    expect(planClip({ ...FULL_HD, framesPerSecond: 60 }, 50 * MiB)?.framesPerSecond).toBe(30);
  });

  it("is not made if the result would not be worth watching", () => {
    expect(planClip({ ...FULL_HD, seconds: 600 }, 1 * MiB)).toBeUndefined();
    expect(planClip(FULL_HD, 0)).toBeUndefined();
  });

  it("uses less if told to spend less", () => {
    const [whole, half] = [planClip(FULL_HD, 10 * MiB), planClip(FULL_HD, 10 * MiB, 0.5)];
    expect(half?.videoBits).toBeLessThan((whole?.videoBits ?? 0) * 0.55);
  });
});
