import { describe, expect, it } from "vitest";
import { withRules } from "../../../../src/command/policy/access.ts";
import { isWord, splitList } from "../../../../src/command/policy/typed-list.ts";
import { yesNo } from "../../../../src/command/policy/yes-no.ts";
import type { RequestProblem } from "../../../../src/core/request/problem.ts";

it.each([
  ["red, blue，green、 black\nwhite", ["red", "blue", "green", "black", "white"]],
  [" a red fox ,, red , a red fox", ["a red fox", "red"]],
  ["", []],
  [" , ", []],
])("a typed list is split at every comma and line, without repetitions: %j", (text, entries) => {
  expect(splitList(text)).toEqual(entries);
});

it.each([
  [" None ", true],
  ["none", true],
  ["nonesuch", false],
  ["all", false],
])("a word that removes a rule stands alone: %j", (text, removes) => {
  expect(isWord(text, "none")).toBe(removes);
});

describe("a yes-or-no rule", () => {
  it.each([
    ["yes", true],
    ["NO", false],
    ["none", null],
    [undefined, undefined],
  ])("of %j is %j", (given, expected) => {
    const problems: RequestProblem[] = [];
    expect(yesNo("guests", given === undefined ? {} : { guests: given }, problems)).toBe(expected);
    expect(problems).toEqual([]);
  });

  it("with another word is refused", () => {
    const problems: RequestProblem[] = [];
    expect(yesNo("own_keys", { own_keys: "perhaps" }, problems)).toBeUndefined();
    expect(problems).toMatchObject([{ option: "own_keys", given: "perhaps", allowed: ["yes", "no", "none"] }]);
  });
});

describe("changed rules", () => {
  const before = { maxCount: 4, guests: true, blockedWords: ["red"] };

  it("replace the given ones and keep the others", () => {
    expect(withRules(before, { maxCount: 2, guests: undefined })).toEqual({ ...before, maxCount: 2 });
    expect(withRules(before, { guests: false })).toEqual({ ...before, guests: false });
  });

  it("remove a rule without a value, or with an empty list", () => {
    expect(withRules(before, { maxCount: null, blockedWords: [] })).toStrictEqual({ guests: true });
  });
});
