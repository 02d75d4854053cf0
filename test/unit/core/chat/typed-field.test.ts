import { describe, expect, it } from "vitest";
import { typedIfLong, type ChoiceField } from "../../../../src/core/chat/form.ts";

const choices = ["ab", "abcd"].map((value) => ({ value, label: value }));
const menu: ChoiceField = {
  type: "choice",
  name: "model",
  label: "Model",
  hint: "Which one",
  choices,
  usual: "Default",
};

describe("a menu whose values are too long for the platform", () => {
  it("stays a menu if each value fits, the longest exactly", () => {
    expect(typedIfLong(menu, 4)).toBe(menu);
    expect(typedIfLong({ ...menu, value: "abcd" }, 4)).toMatchObject({ type: "choice", value: "abcd" });
  });

  it("becomes a text to type if one value is too long", () => {
    const text = { type: "text", name: "model", label: "Model", hint: "Which one" };
    expect(typedIfLong(menu, 3)).toEqual(text);
    expect(typedIfLong({ ...menu, reshapes: true, value: "ab" }, 3)).toEqual({ ...text, value: "ab" });
  });

  it("becomes a text if only its current value is too long", () => {
    expect(typedIfLong({ ...menu, value: "abcde" }, 4)).toMatchObject({ type: "text", value: "abcde" });
  });

  it("leaves other fields alone", () => {
    const flag = { type: "flag", name: "private", label: "a label longer than four" } as const;
    expect(typedIfLong(flag, 4)).toBe(flag);
  });
});
