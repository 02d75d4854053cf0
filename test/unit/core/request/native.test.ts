import { describe, expect, it } from "vitest";
import { MAX_NATIVE_CHARACTERS } from "../../../../src/lib/limits.ts";
import { imageBody } from "../../../../src/core/request/image/image-body.ts";
import { checkImageRequest } from "../../../../src/core/request/image/image.ts";

const [A, B] = ["provider-a/image-2", "provider-b/flash-image-3.1"];
const check = (native: string, model: string) => checkImageRequest({ prompt: "a fox", model, native });

describe("extension fields", () => {
  it.each([
    [A, '{"moderation":"low","output_compression":80}', { moderation: "low", output_compression: 80 }],
    [A, "{“moderation”: “low”}", { moderation: "low" }],
    [
      B,
      '{"generationConfig":{"temperature":0.5},"safetySettings":[]}',
      { generationConfig: { temperature: 0.5 }, safetySettings: [] },
    ],
    // "any top-level field beyond the common ones is handled by the native protocol of the selected model"
    [A, '{"seed":7,"user":"team-1"}', { seed: 7, user: "team-1" }],
    [A, '{"input_fidelity":{"deep":[1,null]}}', { input_fidelity: { deep: [1, null] } }],
    [A, '{"output_format":"avif","background":"gradient"}', { output_format: "avif", background: "gradient" }],
    [B, '{"cachedContent":"x"}', { cachedContent: "x" }],
  ])("of %s are sent unchanged: %s", (model, native, fields) => {
    const checked = check(native, model);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    expect(JSON.parse(imageBody(checked.value).body)).toMatchObject(fields);
  });

  it("are the same bytes in any order", () => {
    const [one, other] = [
      '{"moderation":"low","output_compression":80}',
      '{"output_compression":80,"moderation":"low"}',
    ].map((native) => check(native, A));
    if (!one?.ok || !other?.ok) throw new Error("refused");
    expect(imageBody(one.value).body).toBe(imageBody(other.value).body);
  });

  it.each([
    [A, "moderation=low", "not_json"],
    [A, "[1]", "not_json"],
    [A, '"text"', "not_json"],
    [A, '{"generationConfig":{}}', "not_for_model"],
    [B, '{"moderation":"low"}', "not_for_model"],
    [B, '{"generationConfig":[1]}', "not_json"],
    [B, '{"output_format":"webp"}', "not_for_model"],
    [A, `{"moderation":"${"x".repeat(MAX_NATIVE_CHARACTERS)}"}`, "too_long"],
  ])("that %s doesn't support are refused: %s", (model, native, rule) => {
    expect(check(native, model)).toMatchObject({ ok: false, problems: [{ rule }] });
  });

  it.each([
    ['{"note":"a\\u0000b"}', "null", undefined],
    ['{"a\\u0000b":1}', "null", undefined],
    ['{"deep":[{"note":["\\u0000"]}]}', "null", undefined],
    ['{"note":"\\ud83d"}', "half", undefined],
    ['{"note":"\\ude00\\ud83d"}', "half", undefined],
    ['{"deep":{"\\udfff":1}}', "half", undefined],
    ['{"note":"\ud83d"}', "half", undefined],
    ['{"__proto__":{"isAdmin":true}}', "name", "__proto__"],
    ['{"deep":[{"__proto__":1}]}', "name", "__proto__"],
    ['{"\\u005f_proto__":1}', "name", "__proto__"],
    ['{"deep":{"constructor":{"prototype":{}}}}', "name", "constructor"],
    ['{"deep":{"prototype":1}}', "name", "prototype"],
  ])("that can't be stored or read safely are refused: %s", (native, what, given) => {
    for (const model of [A, B]) {
      expect(check(native, model)).toEqual({
        ok: false,
        problems: [{ rule: "unsafe_json", option: "native", what, given }],
      });
    }
  });

  it("may contain any complete character", () => {
    const native = JSON.stringify({ note: "狐 \u{1f600} é \t", __proto: 1 });
    expect(check(native, A)).toMatchObject({ ok: true });
  });

  it.each([
    ["prompt", "prompt"],
    ["model", "model"],
    ["images", "image"],
    ["image", "image"],
    ["mask", "mask"],
    ["size", "size"],
    ["resolution", "size"],
    ["aspect_ratio", "aspect_ratio"],
    ["quality", "quality"],
    ["n", "count"],
    ["candidateCount", "count"],
    ["number_of_images", "count"],
    ["sampleCount", "count"],
    ["num_images", "count"],
    ["imageSize", "size"],
    ["aspectRatio", "aspect_ratio"],
    ["stream", undefined],
    ["file_id", "image"],
    ["fileId", "image"],
    ["response_format", undefined],
    // JSON readers that ignore case read these as the same; the last two contain a long s and a Kelvin sign.
    ["Model", "model"],
    ["N", "count"],
    ["Aspect_Ratio", "aspect_ratio"],
    ["\u017Ftream", undefined],
    ["ma\u017F\u212A", "mask"],
  ])("can't override the request's own fields: %s", (field, instead) => {
    for (const model of [A, B]) {
      expect(check(JSON.stringify({ [field]: "x" }), model)).toEqual({
        ok: false,
        problems: [{ rule: "native_field", option: "native", given: field, instead }],
      });
    }
  });

  it.each([
    ['{"generationConfig":{"candidateCount":4}}', "candidateCount", "count"],
    ['{"generationConfig":{"temperature":1,"candidate_count":1}}', "candidate_count", "count"],
    ['{"generation_config":{"Candidate_Count":4}}', "Candidate_Count", "count"],
    ['{"generationConfig":{"imageConfig":{"imageSize":"4K"}}}', "imageSize", "size"],
    ['{"generationConfig":{"imageConfig":{"aspectRatio":"9:16"}}}', "aspectRatio", "aspect_ratio"],
    ['{"parameters":[{"sampleCount":4}]}', "sampleCount", "count"],
  ])("can't ask for more or larger pictures in the model's own words: %s", (native, given, instead) => {
    expect(check(native, B)).toEqual({
      ok: false,
      problems: [{ rule: "native_field", option: "native", given, instead }],
    });
  });

  it("are the same field with underscores", () => {
    const asked = { prompt: "a fox", model: B, native: '{"generation_config":{"temperature":1}}' };
    expect(checkImageRequest({ ...asked, generation_config: '{"temperature":0}' })).toMatchObject({
      ok: false,
      problems: [{ rule: "conflict", given: "generation_config", other: "generation_config" }],
    });
    expect(checkImageRequest({ ...asked, model: A })).toMatchObject({ problems: [{ rule: "not_for_model" }] });
  });

  it("can't contradict an option", () => {
    const native = '{"output_format":"webp","background":"opaque"}';
    const checked = checkImageRequest({ prompt: "a fox", model: A, native, format: "png", background: "auto" });
    expect(checked).toMatchObject({
      ok: false,
      problems: [
        { rule: "conflict", option: "native", given: "output_format", other: "format", otherGiven: "png" },
        { rule: "conflict", option: "native", given: "background", other: "background", otherGiven: "auto" },
      ],
    });
  });

  it("can't contradict an option in another case either", () => {
    const asked = { prompt: "a fox", model: A, native: '{"Output_Format":"webp"}', format: "png" };
    expect(checkImageRequest(asked)).toMatchObject({
      ok: false,
      problems: [{ rule: "conflict", option: "native", given: "Output_Format", other: "format", otherGiven: "png" }],
    });
    expect(check('{"GenerationConfig":{}}', A)).toMatchObject({ ok: false, problems: [{ rule: "not_for_model" }] });
  });

  it("may repeat an option that sets the field", () => {
    const given = '{"b": [1, {"c": 2, "d": 3}], "a": 1}';
    const native = '{"generationConfig": {"a": 1, "b": [1, {"d": 3, "c": 2}]}}';
    const asked = { prompt: "a fox", model: B, native, generation_config: given };
    expect(checkImageRequest(asked)).toMatchObject({ ok: true });
    expect(checkImageRequest({ ...asked, generation_config: '{"a": 2}' })).toMatchObject({
      ok: false,
      problems: [{ rule: "conflict", given: "generationConfig", other: "generation_config", otherGiven: '{"a":2}' }],
    });
  });

  it("change nothing if empty", () => {
    const [bare, empty] = [checkImageRequest({ prompt: "a fox", model: A }), check("{}", A)];
    expect(empty).toEqual(bare);
  });
});
