import { describe, expect, it } from "vitest";
import { MAX_COUNT } from "../../../../src/lib/limits.ts";
import { ASPECT_RATIOS, SIZE_TIERS } from "../../../../src/core/request/image/image-size.ts";
import { imageBody } from "../../../../src/core/request/image/image-body.ts";
import { checkImageRequest } from "../../../../src/core/request/image/image.ts";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import { undocumentedValues } from "../../../../src/core/request/undocumented-values.ts";
import { A, A25, accepted, B, problems, refusals } from "../../../support/gateway/image-options.ts";

/** Each model's names for members, by hand from the contract. */
const NAMES: readonly (readonly [given: string | undefined, model: string])[] = [
  [undefined, A],
  ["provider-a/image-2", A],
  ["image-2", A],
  ["Provider-A/Image-2", A],
  ["provider-a/image-2.5-flare", A25],
  // "`image-2.5` is an alias of `image-2.5-flare`"
  ["image-2.5", A25],
  ["image-2.5-flare", A25],
  ["provider-a/image-2.5", A25],
  ["provider-a/image-2.5-sunburst", "provider-a/image-2.5-sunburst"],
  ["image-2.5-sunburst", "provider-a/image-2.5-sunburst"],
  ["provider-b/flash-image-3.1", B],
  ["flash-image-3.1", B],
  ["provider-b/pro-image-3", "provider-b/pro-image-3"],
  ["pro-image-3", "provider-b/pro-image-3"],
];

/** Each model's qualities, and one that it lacks, by hand from the contract. */
const QUALITIES: readonly (readonly [model: string, accepts: readonly string[], refuses: string])[] = [
  [A, ["auto", "low", "medium", "high"], "xhigh"],
  [A, ["auto", "low", "medium", "high"], "max"],
  [A25, ["auto", "low", "medium", "high", "xhigh", "max"], "ultra"],
  ["provider-a/image-2.5-sunburst", ["auto", "low", "medium", "high", "xhigh", "max"], "ultra"],
];

describe("the fixtures of image models", () => {
  it.each(IMAGE_MODELS)("show the names and qualities of $name", ({ name, aliases, qualities }) => {
    const shown = NAMES.flatMap(([given, model]) => (model === name && given !== undefined ? [given] : []));
    expect(shown, "add its names to NAMES in test/unit/core/request/image.test.ts").toEqual(
      expect.arrayContaining([name, ...aliases]),
    );
    const known = QUALITIES.find(([model]) => model === name)?.[1] ?? [];
    expect(known, "add its qualities to QUALITIES in test/unit/core/request/image.test.ts").toEqual(qualities);
  });
});

describe("generation request, field `model`", () => {
  it.each(NAMES)("accepts %s", (model, name) => {
    expect(accepted(model === undefined ? {} : { model }).model).toBe(name);
  });

  it.each([
    ["provider-a/image-2.6-flare", "provider-a/image-2.5-flare"],
    ["image-22", A],
    ["sunburst", "provider-a/image-2.5-sunburst"],
    ["provider-c/nothing-alike-at-all", undefined],
    ["", undefined],
    ["__proto__", undefined],
    ["constructor", undefined],
    ["image-2 ", A],
  ])("refuses %j, possibly with a suggestion", (model, suggestion) => {
    expect(problems({ model })).toEqual([
      { rule: "unknown_model", given: model, allowed: IMAGE_MODELS.map((known) => known.name), suggestion },
    ]);
  });

  it.each(["gamma3.0-video-720p", "Gamma3.0-Video-720P"])("refuses %j, because it makes clips", (model) => {
    const allowed = IMAGE_MODELS.map((known) => known.name);
    expect(problems({ model })).toEqual([
      { rule: "model_of_other_kind", given: "gamma3.0-video-720p", makes: "video", allowed },
    ]);
  });
});

describe("generation request, field `prompt`", () => {
  it.each([
    "x",
    "一只狐狸",
    "it's a fox's den",
    "  a fox\nat night  ",
    // The contract states no maximum: a prompt may be as long as the chat allows.
    "x".repeat(50_000),
    "🦊",
    "\u200B.",
    "👩‍🎨",
  ])("accepts %#", (prompt) => {
    expect(accepted({ prompt }).prompt).toBe(prompt.trim());
  });

  it.each(["", "   ", "\n\t", "\0", " \0 ", "\u200B", " \u2060\uFEFF\u00AD", "\u3164\u2800\u202E"])(
    "refuses an empty one: %j",
    (prompt) => {
      expect(problems({ prompt })).toEqual([{ rule: "empty", option: "prompt" }]);
    },
  );

  it("refuses a missing one", () => {
    const checked = checkImageRequest({});
    expect(checked).toEqual({ ok: false, problems: [{ rule: "empty", option: "prompt" }] });
  });

  it("drops what the database can't store: NUL and unpaired surrogates", () => {
    expect(accepted({ prompt: "a\0 fox \uD83E" }).prompt).toBe("a fox \uFFFD");
  });
});

describe("generation request, field `size` (provider-a)", () => {
  it.each([
    ["auto", "auto"],
    ["AUTO", "auto"],
    ["1K", "1K"],
    ["2k", "2K"],
    ["4K", "4K"],
    ["1024x768", "1024x768"],
    ["1024X768", "1024x768"],
    ["1024×768", "1024x768"],
    ["1x1", "1x1"],
    // "longest edge of a size above 3840 for one model"
    ["3840x2160", "3840x2160"],
    ["2160x3840", "2160x3840"],
  ])("accepts %s", (size, sent) => {
    expect(accepted({ size }).size).toBe(sent);
  });

  it.each(["9x9x9", "3K", "1K2K", "1024", "1024x", "x768", "0x768", "1024x0", "-1x5", "01x5", "1024x768px", "1e3x1e3"])(
    "refuses %j",
    (size) => {
      for (const model of [A, A25]) {
        expect(problems({ model, size })).toMatchObject([{ rule: "size", given: size, model, tiers: SIZE_TIERS }]);
      }
    },
  );

  it.each(["", " ", "__proto__"])("refuses %j", (size) => {
    expect(problems({ size })).toMatchObject([{ rule: "size", given: size }]);
  });

  // "longest edge of a size above 3840 for one model"
  it.each(["3841x100", "100x3841", "4096x4096", "100000x100000"])(
    "refuses %s for the one model with a limit",
    (size) => {
      expect(problems({ size })).toEqual([
        { rule: "size", given: size, model: A, tiers: SIZE_TIERS, pixels: { maxEdge: 3840 } },
      ]);
    },
  );

  it.each(["3841x100", "100x3841", "4096x4096", "100000x100000"])(
    "leaves %s of the other models to the gateway",
    (size) => {
      for (const model of [A25, "provider-a/image-2.5-sunburst"]) {
        const request = accepted({ model, size });
        expect(request.size).toBe(size);
        expect(undocumentedValues(request)).toEqual([{ option: "size", value: size, why: "edge", usual: ["3840"] }]);
      }
    },
  );

  it("refuses pixels together with another ratio", () => {
    expect(problems({ size: "1024x768", aspect_ratio: "1:1" })).toEqual([
      { rule: "conflict", option: "size", given: "1024x768", other: "aspect_ratio", otherGiven: "1:1" },
    ]);
  });
});

describe("generation request, fields `resolution` and `aspect_ratio` (provider-b)", () => {
  it.each(SIZE_TIERS)("accepts %s with each ratio", (size) => {
    for (const ratio of ASPECT_RATIOS) {
      expect(accepted({ model: B, size, aspect_ratio: ratio })).toMatchObject({ size, aspectRatio: ratio });
    }
  });

  it("leaves the size to the model with auto", () => {
    expect(accepted({ model: B, size: "auto" })).not.toHaveProperty("size");
  });

  it("refuses pixels, because it has no field for them", () => {
    expect(problems({ model: B, size: "1024x768" })).toEqual([
      { rule: "size", given: "1024x768", model: B, tiers: SIZE_TIERS, pixels: undefined },
    ]);
  });

  // "common values": no bounds
  it.each([
    ["8K", "8K"],
    ["8k", "8K"],
    ["0.5K", "0.5K"],
    [" 512 ", "512"],
    ["３Ｋ", "3K"],
    ["huge", "huge"],
  ])("accepts the uncommon size %j, with a hint", (size, sent) => {
    const request = accepted({ model: B, size });
    expect(JSON.parse(imageBody(request).body)).toMatchObject({ resolution: sent });
    expect(undocumentedValues(request)).toEqual([{ option: "size", value: sent, why: "uncommon", usual: SIZE_TIERS }]);
  });

  it.each([
    ["21:9", "21:9"],
    ["5：4", "5:4"],
    ["16x9", "16x9"],
    ["wide", "wide"],
  ])("accepts the uncommon ratio %j, with a hint", (ratio, sent) => {
    const request = accepted({ model: B, aspect_ratio: ratio });
    expect(JSON.parse(imageBody(request).body)).toMatchObject({ aspect_ratio: sent });
    expect(undocumentedValues(request)).toEqual([
      { option: "aspect_ratio", value: sent, why: "uncommon", usual: ASPECT_RATIOS },
    ]);
  });

  it("adds no hint about common values", () => {
    expect(undocumentedValues(accepted({ model: B, size: "4k", aspect_ratio: "9：16" }))).toEqual([]);
    expect(undocumentedValues(accepted({ model: A, size: "3840x100" }))).toEqual([]);
    expect(undocumentedValues(accepted({ model: A25, size: "3840x100" }))).toEqual([]);
  });

  it.each(["", "  ", "\u200B"])("refuses the empty value %j", (value) => {
    expect(problems({ model: B, size: value })).toMatchObject([{ rule: "size", given: value, model: B }]);
    expect(refusals({ model: B, aspect_ratio: value })).toEqual(["not_allowed aspect_ratio"]);
  });

  // The protocol has no field for ratios, so only ratios with known sizes in pixels work.
  it.each(["5:4", "16x9", "16:10", "1:1:1", "21:9", "", "__proto__"])("refuses the ratio %j of provider-a", (ratio) => {
    expect(problems({ model: A, aspect_ratio: ratio })).toEqual([
      { rule: "not_allowed", option: "aspect_ratio", given: ratio, allowed: ASPECT_RATIOS },
    ]);
  });
});

describe("generation request, field `quality`", () => {
  it.each(QUALITIES)("%s accepts its own", (model, qualities) => {
    for (const quality of qualities) expect(accepted({ model, quality }).quality).toBe(quality);
    expect(accepted({ model, quality: "HIGH" }).quality).toBe("high");
  });

  it.each(QUALITIES)("%s with %j refuses %s", (model, _accepts, quality) => {
    expect(problems({ model, quality })).toMatchObject([{ rule: "not_allowed", option: "quality", given: quality }]);
  });

  it("is not supported by provider-b; the refusal names models that support it", () => {
    expect(problems({ model: B, quality: "high" })).toEqual([
      {
        rule: "not_for_model",
        option: "quality",
        given: "high",
        model: B,
        models: IMAGE_MODELS.filter((model) => model.provider === "provider-a").map((model) => model.name),
      },
    ]);
  });
});

describe("extension fields `output_format` and `background`", () => {
  it.each([
    ["png", "png"],
    ["jpeg", "jpeg"],
    ["jpg", "jpeg"],
    ["WebP", "webp"],
  ] as const)("accepts the format %s", (format, sent) => {
    expect(accepted({ format }).format).toBe(sent);
  });

  it.each(["auto", "transparent", "opaque"] as const)("accepts the background %s", (background) => {
    expect(accepted({ background }).background).toBe(background);
  });

  it("refuses other values", () => {
    expect(refusals({ format: "gif", background: "pink" })).toEqual(["not_allowed format", "not_allowed background"]);
  });

  it("refuses a transparent background in a format without transparency", () => {
    expect(refusals({ format: "jpg", background: "transparent" })).toEqual(["conflict background"]);
    expect(accepted({ format: "webp", background: "transparent" }).background).toBe("transparent");
  });

  it("are not supported by provider-b", () => {
    expect(refusals({ model: B, format: "png", background: "opaque" })).toEqual([
      "not_for_model format",
      "not_for_model background",
    ]);
  });
});

describe("the number of pictures", () => {
  it("is one by default, and at most ten", () => {
    expect(accepted({}).count).toBe(1);
    expect(accepted({ count: MAX_COUNT }).count).toBe(MAX_COUNT);
    // A preset's or a workflow's value can be text.
    expect(accepted({ count: "２" }).count).toBe(2);
  });

  it.each([0, -1, 11, 40, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e20, "0x2", "1e0"])("refuses %s", (count) => {
    expect(problems({ count })).toEqual([
      { rule: "out_of_range", option: "count", given: String(count), min: 1, max: MAX_COUNT },
    ]);
  });
});
