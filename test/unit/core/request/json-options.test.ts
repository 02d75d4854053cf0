import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFaultIn } from "../../../../src/core/request/json-fault.ts";
import { MAX_NATIVE_CHARACTERS, MAX_NATIVE_DEPTH } from "../../../../src/lib/limits.ts";
import { imageBody } from "../../../../src/core/request/image/image-body.ts";
import { A, accepted, B, problems } from "../../../support/gateway/image-options.ts";

const sent = (options: Parameters<typeof accepted>[0]): unknown =>
  JSON.parse(imageBody(accepted({ model: B, ...options })).body);

describe("JSON for the model's own protocol", () => {
  it.each([
    [{ generation_config: '{"temperature": 0.5}' }, { generationConfig: { temperature: 0.5 } }],
    [{ generation_config: "{“temperature”: 0.5}" }, { generationConfig: { temperature: 0.5 } }],
    [{ safety_settings: '[{"category": "a"}]' }, { safetySettings: [{ category: "a" }] }],
    [{ safety_settings: "{}" }, { safetySettings: {} }],
    [{ system_instruction: " Draw in ink. " }, { systemInstruction: "Draw in ink." }],
    [{ system_instruction: '{"parts": [{"text": "a “b”"}]}' }, { systemInstruction: { parts: [{ text: "a “b”" }] } }],
  ])("is sent unchanged: %j", (options, fields) => {
    expect(sent(options)).toMatchObject(fields);
  });

  it.each(["generation_config", "safety_settings", "system_instruction"])("is omitted if %s is blank", (name) => {
    expect(sent({ [name]: " \u200B" })).toEqual({ model: B, prompt: "a fox" });
  });

  it.each([
    [{ generation_config: "[1]" }, { rule: "not_json", option: "generation_config", given: "[1]" }],
    [{ generation_config: "warm" }, { rule: "not_json", option: "generation_config" }],
    [{ generation_config: "null" }, { rule: "not_json", option: "generation_config" }],
    [
      { generation_config: '{"candidateCount": 4}' },
      { rule: "native_field", option: "generation_config", given: "candidateCount", instead: "count" },
    ],
    [
      { generation_config: '{"imageConfig": {"image_size": "4K"}}' },
      { rule: "native_field", option: "generation_config", given: "image_size", instead: "size" },
    ],
    [{ safety_settings: "7" }, { rule: "not_json", option: "safety_settings" }],
    [{ system_instruction: '{"parts": ' }, { rule: "not_json", option: "system_instruction" }],
    [{ generation_config: '{"__proto__": {}}' }, { rule: "unsafe_json", option: "generation_config", what: "name" }],
    [{ safety_settings: '["\\u0000"]' }, { rule: "unsafe_json", option: "safety_settings", what: "null" }],
    [
      { generation_config: `{"a": "${"x".repeat(MAX_NATIVE_CHARACTERS)}"}` },
      { rule: "too_long", option: "generation_config" },
    ],
    [
      { system_instruction: "x".repeat(MAX_NATIVE_CHARACTERS + 1) },
      { rule: "too_long", option: "system_instruction", length: MAX_NATIVE_CHARACTERS + 1 },
    ],
  ])("is refused by the name of its option: %j", (options, problem) => {
    expect(problems({ model: B, ...options })).toMatchObject([problem]);
  });

  it.each([
    ["warm", 1, 1, "value", "w"],
    ['{"a": 1', 1, 8, "object_end", undefined],
    ['{"a": 1 "b": 2}', 1, 9, "object_end", '"'],
    ['{\n  "a": 1,\n}', 3, 1, "name", "}"],
    ["{'a': 1}", 1, 2, "name", "'"],
    ['{"a" 1}', 1, 6, "colon", "1"],
    ['{"a": [1 2]}', 1, 10, "array_end", "2"],
    ['{"a": "b\n"}', 1, 9, "text_end", "\n"],
    ['{"a": "\\x"}', 1, 8, "escape", "\\"],
    ['{"a": tru}', 1, 7, "value", "t"],
    ['{"a": 01}', 1, 8, "object_end", "1"],
    ['{"a": 1}}', 1, 9, "nothing", "}"],
    ["{“a”: 😀}", 1, 7, "value", "😀"],
  ] as const)("says where %j stops being JSON", (given, line, column, expected, found) => {
    expect(problems({ model: B, generation_config: given })).toMatchObject([
      { rule: "not_json", fault: { line, column, expected, found } },
    ]);
  });

  it("names the place of the fault in every text that is not JSON, and in no other", () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", '"', "{", "}", ",", ":", "x", "\\", "\n", "[", "]", "0", "-", "."),
      )
      .map(
        ([json, at, sign]) =>
          `${json.slice(0, at % (json.length + 1))}${sign}${json.slice((at % (json.length + 1)) + 1)}`,
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        expect(jsonFaultIn(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(["generation_config", "system_instruction", "safety_settings", "native"])(
    "is refused in %s if its nesting could overflow a reader's stack",
    (name) => {
      const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
      expect(sent({ [name]: nested(MAX_NATIVE_DEPTH) })).toMatchObject({ model: B });
      const arrays = `{"a":${"[".repeat(2_900)}${"]".repeat(2_900)}}`;
      for (const given of [nested(MAX_NATIVE_DEPTH + 1), arrays]) {
        expect(problems({ model: B, [name]: given })).toEqual([
          { rule: "unsafe_json", option: name, what: "deep", given: undefined },
        ]);
      }
    },
  );

  it("drops what the database can't store: NUL and unpaired surrogates", () => {
    expect(accepted({ model: B, system_instruction: "in\0k \uD83E" }).systemInstruction).toBe("ink \uFFFD");
  });

  it("is not supported by provider-a", () => {
    expect(problems({ model: A, system_instruction: "Draw in ink" })).toMatchObject([
      { rule: "not_for_model", option: "system_instruction", given: "Draw in ink" },
    ]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
