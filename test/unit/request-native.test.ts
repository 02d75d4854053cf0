import { describe, expect, it } from "vitest";
import { imageBody } from "../../src/request/image-body.ts";
import { checkImageRequest } from "../../src/request/image.ts";

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
  ])("of %s are sent as they are: %s", (model, native, fields) => {
    const checked = check(native, model);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    expect(JSON.parse(imageBody(checked.value).body)).toMatchObject(fields);
  });

  it("are the same bytes in whichever order they were written", () => {
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
    [A, '{"prompt":"another"}', "not_allowed"],
    [A, '{"images":[]}', "not_allowed"],
    [A, '{"output_format":"webp"}', "not_allowed"],
    [A, '{"stream":true}', "not_allowed"],
    [A, '{"generationConfig":{}}', "not_for_model"],
    [B, '{"moderation":"low"}', "not_for_model"],
    [B, '{"generationConfig":[1]}', "not_json"],
    [A, `{"moderation":"${"x".repeat(2_000)}"}`, "too_long"],
  ])("of %s that are not named for it are refused: %s", (model, native, rule) => {
    expect(check(native, model)).toMatchObject({ ok: false, problems: [{ rule }] });
  });

  it("that are none change nothing", () => {
    const [bare, empty] = [checkImageRequest({ prompt: "a fox", model: A }), check("{}", A)];
    expect(empty).toEqual(bare);
  });
});
