import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageBody } from "../../../../src/core/request/image/image-body.ts";
import type { ImageRequest } from "../../../../src/core/request/image/image.ts";
import { aRequest } from "../../../support/database/jobs.ts";

const bodyOf = (changes: Partial<ImageRequest>): unknown => JSON.parse(imageBody(aRequest(changes)).body);
const B = { model: "provider-b/flash-image-3.1" };

describe("the body of a generation", () => {
  it("goes to the generation route, and contains only what was requested", () => {
    const { path, body } = imageBody(aRequest());
    expect(path).toBe("/api/v1/images/generations/jobs");
    expect(body).toBe('{"model":"provider-a/image-2","prompt":"a fox"}');
  });

  it("contains no count: each job is one picture", () => {
    expect(imageBody(aRequest({ count: 10 })).body).toBe(imageBody(aRequest({ count: 1 })).body);
  });

  it.each([
    [{ size: "auto" }, { size: "auto" }],
    [{ size: "2K" }, { size: "2K" }],
    [{ size: "1024x768" }, { size: "1024x768" }],
    [{ size: "1K", aspectRatio: "1:1" }, { size: "1024x1024" }],
    [{ size: "1K", aspectRatio: "16:9" }, { size: "1344x768" }],
    [{ size: "2K", aspectRatio: "9:16" }, { size: "1536x2688" }],
    [{ size: "4K", aspectRatio: "16:9" }, { size: "3840x2160" }],
    [{ size: "4K", aspectRatio: "2:3" }, { size: "2336x3504" }],
    // Without a size, the smallest tier of that ratio.
    [{ aspectRatio: "3:4" }, { size: "864x1152" }],
    [{}, {}],
  ] as const)("of provider-a translates %j into pixels: %j", (asked, sent) => {
    expect(bodyOf(asked)).toEqual({ model: "provider-a/image-2", prompt: "a fox", ...sent });
  });

  it.each([
    [
      { size: "2K", aspectRatio: "16:9" },
      { resolution: "2K", aspect_ratio: "16:9" },
    ],
    [{ size: "4K" }, { resolution: "4K" }],
    [{ aspectRatio: "3:2" }, { aspect_ratio: "3:2" }],
    [{}, {}],
  ] as const)("of provider-b sends %j in its own fields: %j", (asked, sent) => {
    expect(bodyOf({ ...B, ...asked })).toEqual({ ...B, prompt: "a fox", ...sent });
  });

  it("carries the extension fields under the provider's names", () => {
    expect(bodyOf({ quality: "high", format: "webp", background: "transparent" })).toMatchObject({
      quality: "high",
      output_format: "webp",
      background: "transparent",
    });
  });

  it("is the same bytes for the same request, regardless of field order", () => {
    const request: ImageRequest = aRequest({ size: "1K", aspectRatio: "3:2", quality: "low", format: "png" });
    const keys = Object.keys(request);
    const { body } = imageBody(request);
    fc.assert(
      fc.property(fc.shuffledSubarray(keys, { minLength: keys.length }), (order) => {
        const entries = Object.entries(request).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
        expect(imageBody({ ...request, ...Object.fromEntries(entries) }).body).toBe(body);
        // As it is read back from the database.
        const stored: ImageRequest = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
        expect(imageBody(stored).body).toBe(body);
      }),
    );
  });

  it("differs for different requests", () => {
    const bodies = [
      {},
      { prompt: "a cat" },
      { size: "1K" },
      { size: "2K" },
      { quality: "low" },
      { format: "png" as const },
      { background: "opaque" as const },
      { aspectRatio: "9:16" as const },
      B,
    ].map((changes) => imageBody(aRequest(changes)).body);
    expect(new Set(bodies).size).toBe(bodies.length);
  });

  it("preserves every prompt", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (prompt) => {
        expect(bodyOf({ prompt })).toMatchObject({ prompt });
      }),
    );
  });
});
