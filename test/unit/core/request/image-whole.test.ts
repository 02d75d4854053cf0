import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ASPECT_RATIOS, parsePixelSize, pixelsOf, SIZE_TIERS } from "../../../../src/core/request/image/image-size.ts";
import { checkImageRequest, ImageOptions, ImageRequest } from "../../../../src/core/request/image/image.ts";
import { findImageModel } from "../../../../src/core/request/image/image-models.ts";
import { A, accepted, B, refusals } from "../../../support/gateway/image-options.ts";

describe("a request as a whole", () => {
  it("finds every problem at once", () => {
    expect(
      refusals({
        prompt: " ",
        count: 40,
        size: "9x9x9",
        aspect_ratio: "5:4",
        quality: "ultra",
        format: "gif",
        background: "pink",
      }),
    ).toEqual([
      "empty prompt",
      "size",
      "not_allowed aspect_ratio",
      "not_allowed quality",
      "out_of_range count",
      "not_allowed format",
      "not_allowed background",
    ]);
  });

  it("contains only requested fields", () => {
    const asked = Object.entries(accepted({})).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
    expect(Object.fromEntries(asked)).toEqual({ kind: "image", model: A, prompt: "a fox", count: 1 });
  });

  it("ignores hostile names", () => {
    const options: unknown = JSON.parse('{"prompt":"a fox","__proto__":{"count":9},"constructor":"x","size":"1K"}');
    const request = accepted(ImageOptions.parse(options));
    expect(request).toMatchObject({ count: 1, size: "1K" });
    expect(Object.keys(request)).not.toContain("constructor");
  });

  it("survives storage, for any input", () => {
    const word = (known: readonly string[]): fc.Arbitrary<string> =>
      fc.oneof(fc.constantFrom(...known), fc.string({ unit: "binary" }));
    const options = fc.record(
      {
        prompt: fc.string({ unit: "binary" }),
        model: word([A, B, "image-2.5"]),
        size: word(["auto", ...SIZE_TIERS, "640x480", "9999x1", "8k"]),
        aspect_ratio: word([...ASPECT_RATIOS, "21:9"]),
        quality: word(["auto", "high", "max"]),
        count: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.double()),
        format: word(["png", "jpg"]),
        background: word(["auto", "transparent"]),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(options, (given) => {
        const checked = checkImageRequest(given);
        if (!checked.ok) {
          expect(checked.problems.length).toBeGreaterThan(0);
          return;
        }
        const { value } = checked;
        expect(ImageRequest.parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
        expect(findImageModel(value.model)?.name).toBe(value.model);
        expect(value.prompt.isWellFormed()).toBe(true);
        expect(value.prompt).not.toContain("\0");
        // An accepted request is accepted again, with the same meaning.
        const again = checkImageRequest({
          prompt: value.prompt,
          model: value.model,
          count: value.count,
          ...(value.size === undefined ? {} : { size: value.size }),
          ...(value.aspectRatio === undefined ? {} : { aspect_ratio: value.aspectRatio }),
          ...(value.quality === undefined ? {} : { quality: value.quality }),
          ...(value.format === undefined ? {} : { format: value.format }),
          ...(value.background === undefined ? {} : { background: value.background }),
        });
        expect(again).toEqual(checked);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("sizes", () => {
  it.each(SIZE_TIERS)("of %s have their nominal ratio, even edges, and no edge above the limit", (tier) => {
    for (const ratio of ASPECT_RATIOS) {
      const { width, height } = pixelsOf(tier, ratio);
      const [across = 0, down = 0] = ratio.split(":").map(Number);
      expect(Math.abs(width / height / (across / down) - 1), `${tier} ${ratio}`).toBeLessThan(0.02);
      expect([width % 16, height % 16]).toEqual([0, 0]);
      expect(Math.max(width, height)).toBeLessThanOrEqual(3840);
    }
  });

  it("of a greater tier have more pixels", () => {
    for (const ratio of ASPECT_RATIOS) {
      const areas = SIZE_TIERS.map((tier) => pixelsOf(tier, ratio)).map(({ width, height }) => width * height);
      expect(areas).toEqual(areas.toSorted((one, other) => one - other));
      expect(new Set(areas).size).toBe(SIZE_TIERS.length);
    }
  });

  it("are parsed as pixels only in the exact format", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("0", "1", "9", "x", "X", " ", "-", ".") }), (text) => {
        const size = parsePixelSize(text);
        if (size) expect(`${size.width}x${size.height}`).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});
