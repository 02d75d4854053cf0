import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoff } from "../../../src/lib/backoff.ts";

describe("backoff", () => {
  it("doubles with each try up to the cap, and is at least half of that", () => {
    expect([0, 1, 2, 3, 4].map((tries) => backoff(tries, 100, 1_000, () => 1))).toEqual([100, 200, 400, 800, 1_000]);
    expect([0, 1, 2, 3, 4].map((tries) => backoff(tries, 100, 1_000, () => 0))).toEqual([50, 100, 200, 400, 500]);
  });

  it("is a whole number between half and all, however many tries there were", () => {
    const tries = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(tries, fc.double({ min: 0, max: 1, noNaN: true }), (count, random) => {
        const wait = backoff(count, 250, 60_000, () => random);
        const whole = Math.min(60_000, 250 * 2 ** count);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(whole / 2);
        expect(wait).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
