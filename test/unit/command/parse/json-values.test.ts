import { describe, expect, it } from "vitest";
import { imagine } from "../../../../commands/imagine.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";

describe("JSON in free text", () => {
  it.each([
    ['{"a": [1, {"b": "}"}]}', "an object"],
    ['[{"category": "a]"}, [2]]', "a list"],
    [String.raw`{"a": "\"}", "b": "\\"}`, "an escaped quotation mark"],
  ])("ends at the matching bracket: %s, %s", (json) => {
    expect(parseOptions(`a fox --safety_settings ${json} in the snow`, imagine.spec)).toEqual({
      ok: true,
      value: { prompt: "a fox in the snow", safety_settings: json },
    });
  });

  it.each(["{", '[{"a": 1}', '{"a": [1}'])("is refused if it is not closed: %s", (json) => {
    const parsed = parseOptions(`a fox --safety_settings ${json}`, imagine.spec);
    expect(parsed.ok ? [] : parsed.problems).toMatchObject([
      { rule: "not_json", option: "safety_settings", given: json },
    ]);
  });
});
