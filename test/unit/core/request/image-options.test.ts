import { describe, expect, it } from "vitest";
import { imageBody } from "../../../../src/core/request/image/image-body.ts";
import { checkImageRequest, type ImageOptions } from "../../../../src/core/request/image/image.ts";
import { IMAGE_FIELDS } from "../../../../src/core/request/options/option-fields.ts";
import { imageModelOf } from "../../../../src/core/request/image/image-models.ts";
import type { RequestProblem } from "../../../../src/core/request/problem.ts";
import { undocumentedValues } from "../../../../src/core/request/undocumented-values.ts";
import { aRequest } from "../../../support/database/jobs.ts";
import { aPicture } from "../../../support/gateway/video-references.ts";

const A = "provider-a/image-2";
const B = "provider-b/pro-image-3";
const mask = aPicture({ name: "mask.png", hash: "4".repeat(64) });

function problems(options: ImageOptions): readonly RequestProblem[] {
  const checked = checkImageRequest({ prompt: "a fox", ...options });
  return checked.ok ? [] : checked.problems;
}

function kept(options: ImageOptions): unknown {
  const checked = checkImageRequest({ prompt: "a fox", ...options });
  return checked.ok ? checked.value : checked.problems;
}

describe("an edit", () => {
  it("sends its pictures in order and the mask in its own field, each as a placeholder for its data URL", () => {
    const references = [aPicture(), aPicture({ hash: "5".repeat(64), mimeType: "image/webp" })];
    const { path, body } = imageBody(aRequest({ references, mask }));
    expect(path).toBe("/api/v1/images/edits/jobs");
    expect(JSON.parse(body)).toEqual({
      model: A,
      prompt: "a fox",
      images: [
        { dataUrl: `easel-media:${"1".repeat(64)}:image/png` },
        { dataUrl: `easel-media:${"5".repeat(64)}:image/webp` },
      ],
      mask: { image_url: `easel-media:${"4".repeat(64)}:image/png` },
    });
  });

  it("keeps its mask for provider-a only", () => {
    const files = { references: [aPicture()], mask };
    expect(checkImageRequest({ prompt: "a fox" }, files)).toMatchObject({ ok: true, value: { kind: "image", mask } });
    expect(checkImageRequest({ prompt: "a fox", model: B }, files)).toEqual({
      ok: false,
      problems: [
        {
          rule: "not_for_model",
          option: "mask",
          given: "mask.png",
          model: B,
          models: [A, "provider-a/image-2.5-flare", "provider-a/image-2.5-sunburst"],
        },
      ],
    });
    const unmasked = checkImageRequest({ prompt: "a fox" }, { references: [aPicture()] });
    expect(unmasked.ok && "mask" in unmasked.value).toBe(false);
  });
});

describe("a model's options", () => {
  it.each([
    ["size", A, {}, ["auto", "1K", "2K", "4K", "1024x768"]],
    // With a ratio, only a tier determines the size.
    ["size", A, { aspect_ratio: "16:9" }, ["1K", "2K", "4K"]],
    ["size", B, {}, ["1K", "2K", "4K"]],
    ["aspect_ratio", A, {}, ["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16"]],
    ["quality", A, {}, ["auto", "low", "medium", "high"]],
    ["quality", "provider-a/image-2.5-flare", {}, ["auto", "low", "medium", "high", "xhigh", "max"]],
    ["quality", B, {}, []],
    ["count", A, {}, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
    ["background", A, {}, ["auto", "transparent", "opaque"]],
  ])("%s of %s with %j", (option, model, given, values) => {
    const field = IMAGE_FIELDS.find(({ name }) => name === option)?.field;
    expect(field?.values?.(imageModelOf(model), given)).toEqual(values);
  });

  it.each([
    ["size", A, true],
    ["size", B, true],
    ["aspect_ratio", A, false],
    ["aspect_ratio", B, true],
  ])("%s of %s may have other values: %s", (option, model, isOpen) => {
    const field = IMAGE_FIELDS.find(({ name }) => name === option)?.field;
    expect(field?.isOpen?.(imageModelOf(model))).toBe(isOpen);
  });
});

describe("sizes", () => {
  it.each([
    [A, { size: " 2k " }, { size: "2K" }],
    [A, { size: "1024×768" }, { size: "1024x768" }],
    [A, { size: "AUTO" }, { size: "auto" }],
    // With "auto", the ratio decides.
    [A, { size: "auto", aspect_ratio: "16:9" }, { aspectRatio: "16:9" }],
    [B, { size: "auto" }, {}],
    [B, { size: "0.5k" }, { size: "0.5K" }],
    [B, { size: "8k" }, { size: "8K" }],
    [B, { size: "x8k" }, { size: "x8k" }],
    [B, { size: "8km" }, { size: "8km" }],
    [B, { aspect_ratio: "５:４" }, { aspectRatio: "5:4" }],
  ])("of %s: %j is stored as %j", (model, given, values) => {
    const { kind, prompt, references, count } = aRequest();
    expect(kept({ model, ...given })).toEqual({ kind, prompt, references, count, model, ...values });
  });

  it.each([
    [{ model: A, size: "huge" }, "huge", A, { maxEdge: 3840 }],
    [{ model: A, size: "3841x100" }, "3841x100", A, { maxEdge: 3840 }],
    [{ model: "image-2.5", size: "huge" }, "huge", "provider-a/image-2.5-flare", { maxEdge: undefined }],
    [{ model: B, size: "1024x768" }, "1024x768", B, undefined],
    [{ model: B, size: "  " }, "  ", B, undefined],
  ])("that a model doesn't support are refused: %j", (options, given, model, pixels) => {
    expect(problems(options)).toEqual([{ rule: "size", given, model, tiers: ["1K", "2K", "4K"], pixels }]);
  });

  it("in pixels contradict a ratio", () => {
    expect(problems({ size: "1024x768", aspect_ratio: "1:1" })).toEqual([
      { rule: "conflict", option: "size", given: "1024x768", other: "aspect_ratio", otherGiven: "1:1" },
    ]);
    // A wrong ratio is reported once.
    expect(problems({ size: "2K", aspect_ratio: "5:4" })).toMatchObject([
      { rule: "not_allowed", option: "aspect_ratio" },
    ]);
  });
});

describe("options that are sent unchanged", () => {
  it.each([
    [{ generation_config: '{"temperature": 0.5}' }, { generationConfig: { temperature: 0.5 } }],
    [{ system_instruction: " Draw in ink " }, { systemInstruction: "Draw in ink" }],
    [{ system_instruction: "Draw [this] {way}" }, { systemInstruction: "Draw [this] {way}" }],
    [{ system_instruction: ' \n{"parts": []}' }, { systemInstruction: { parts: [] } }],
    [{ system_instruction: "[1]" }, { systemInstruction: [1] }],
    [{ safety_settings: "[]" }, { safetySettings: [] }],
    [{ safety_settings: '{"a": 1}' }, { safetySettings: { a: 1 } }],
    [{ safety_settings: "  " }, {}],
    [{ system_instruction: " " }, {}],
    [{ native: "  " }, {}],
    [{ native: "{}" }, {}],
    [{ native: '{"b": 1, "a": [null, true]}' }, { native: { b: 1, a: [null, true] } }],
  ])("%j is stored as %j", (given, values) => {
    const { kind, prompt, references, count } = aRequest();
    expect(kept({ model: B, ...given })).toEqual({ kind, prompt, references, count, model: B, ...values });
  });

  it.each([
    ["generation_config", "[1]", '{"temperature": 0.5}'],
    ["generation_config", "null", '{"temperature": 0.5}'],
    ["generation_config", "7", '{"temperature": 0.5}'],
    ["generation_config", "{temperature}", '{"temperature": 0.5}'],
    ["safety_settings", "null", '[{"category": "…", "threshold": "…"}]'],
    ["safety_settings", "7", '[{"category": "…", "threshold": "…"}]'],
    ["native", "[]", '{"output_compression": 80}'],
    ["native", "words", '{"output_compression": 80}'],
  ])("%s can't be %s", (option, given, example) => {
    expect(problems({ model: B, [option]: given })).toEqual([
      { rule: "not_json", option, given, example, ...(/^\{?[a-z]{5}/.test(given) ? { fault: expect.anything() } : {}) },
    ]);
  });

  it("are the same bytes in any order", () => {
    const bodies = [
      { b: 1, a: 2, c: 3 },
      { c: 3, a: 2, b: 1 },
    ].map((native) => imageBody(aRequest({ native })).body);
    expect(bodies[0]).toBe(`{"model":"${A}","prompt":"a fox","a":2,"b":1,"c":3}`);
    expect(bodies[1]).toBe(bodies[0]);
  });

  it("are sent to their own provider", () => {
    expect(problems({ model: B, native: '{"output_compression": 80}' })).toEqual([
      {
        rule: "not_for_model",
        option: "native",
        given: "output_compression",
        model: B,
        models: [A, "provider-a/image-2.5-flare", "provider-a/image-2.5-sunburst"],
      },
    ]);
    expect(problems({ model: A, native: '{"output_compression": 80, "brand_new": 1}' })).toEqual([]);
  });
});

describe("a background", () => {
  it.each([
    [
      "transparent",
      "jpeg",
      [{ rule: "conflict", option: "background", given: "transparent", other: "format", otherGiven: "jpeg" }],
    ],
    [
      "transparent",
      "jpg",
      [{ rule: "conflict", option: "background", given: "transparent", other: "format", otherGiven: "jpeg" }],
    ],
    ["transparent", "png", []],
    ["opaque", "jpeg", []],
  ])("that is %s in a %s", (background, format, found) => {
    expect(problems({ background, format })).toEqual(found);
  });
});

describe("uncommon values", () => {
  it.each([
    [aRequest({ model: B, size: "8K", aspectRatio: "5:4" }), ["size 8K uncommon", "aspect_ratio 5:4 uncommon"]],
    [aRequest({ model: B, size: "2K", aspectRatio: "1:1" }), []],
    [aRequest({ model: B, systemInstruction: "Draw in ink" }), []],
    [aRequest({ model: "provider-a/image-2.5-flare", size: "3841x100" }), ["size 3841x100 edge"]],
    [aRequest({ size: "3840x100", quality: "high", aspectRatio: "1:1" }), []],
    [aRequest({ size: "2K" }), []],
  ])("are reported for a request: %#", (request, told) => {
    expect(undocumentedValues(request).map(({ option, value, why }) => `${option} ${value} ${why}`)).toEqual(told);
  });
});

describe("an unknown model", () => {
  it("still has its common fields checked", () => {
    expect(problems({ model: "imagge-2", count: 11, quality: "brilliant" })).toMatchObject([
      { rule: "out_of_range", option: "count" },
      { rule: "unknown_model", given: "imagge-2", suggestion: A },
    ]);
  });
});
