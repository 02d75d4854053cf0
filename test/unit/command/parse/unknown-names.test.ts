import { describe, expect, it } from "vitest";
import { edit } from "../../../../commands/edit.ts";
import { imagine } from "../../../../commands/imagine.ts";
import { video } from "../../../../commands/video.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";

describe("an unknown name", () => {
  it.each([
    ["a fox --ar 16:9", imagine, "aspect_ratio"],
    ["a fox --sise 1K", imagine, "size"],
    ["a fox --n 3", imagine, "count"],
    ["a fox --width 512", imagine, "size"],
    ["a fox --resolution 1K", imagine, "size"],
    ["a fox --res 720p", video, "resolution"],
    ["a fox --size 720p", video, "resolution"],
    ["a fox --length 8", video, "seconds"],
    ["a fox --ref https://a.test/1.png", edit, "image"],
    ["a fox --constructor x", imagine, undefined],
    ["a fox --stylize 750", imagine, undefined],
  ])("%j", (text, { spec }, suggestion) => {
    const parsed = parseOptions(text, spec);
    expect(parsed.ok ? [] : parsed.problems).toMatchObject([{ rule: "unknown_option", suggestion }]);
  });
});

describe("of many unknown names", () => {
  const suggestions = (text: string): readonly unknown[] => {
    const parsed = parseOptions(text, imagine.spec);
    return (parsed.ok ? [] : parsed.problems).map((problem) =>
      "suggestion" in problem ? problem.suggestion : problem,
    );
  };
  const names = (count: number): string =>
    Array.from({ length: count }, (_, index) => `--zz${String.fromCharCode(97 + (index % 26)).repeat(9 + index)}`).join(
      " ",
    );

  it("one that is repeated is recognised every time", () => {
    expect(suggestions("--sise 1K ".repeat(101))).toEqual(Array(101).fill("size"));
  });

  it("those after the first hundred comparisons have no suggestion", () => {
    expect(suggestions(`${names(20)} --sise 1K`).at(-1)).toBe("size");
    expect(suggestions(`${names(101)} --sise 1K`).at(-1)).toBeUndefined();
  });
});
