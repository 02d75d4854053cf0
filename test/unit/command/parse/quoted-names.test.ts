import { describe, expect, it } from "vitest";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { CommandSpec } from "../../../../src/command/parse/spec.ts";

const SPEC: CommandSpec = {
  name: "imagine",
  options: [
    { name: "prompt", type: "text" },
    { name: "model", type: "text" },
    { name: "size", type: "text" },
  ],
  textOption: "prompt",
};

describe("a name in quotation marks", () => {
  const ofName = (text: string) => parseOptions(text, { ...SPEC, textOption: "model" });

  it.each(['"two words"', "“two words”", "„two words“", '"two words" --size 1K', '--size 1K "two words"'])(
    "is what is between them, as behind an option: %s",
    (text) => {
      expect(ofName(text)).toMatchObject({ ok: true, value: { model: "two words" } });
    },
  );

  it.each(['"one" "two"', '"', 'a "b"', '"a" b', "'a'"])(
    "is kept as it is if they are not around all of it: %s",
    (text) => {
      expect(ofName(text)).toEqual({ ok: true, value: { model: text } });
    },
  );

  it("does not concern prompts", () => {
    expect(parseOptions('"two words"', SPEC)).toEqual({ ok: true, value: { prompt: '"two words"' } });
  });
});
