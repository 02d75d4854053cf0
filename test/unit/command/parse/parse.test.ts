import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imagine } from "../../../../commands/imagine.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { CommandSpec } from "../../../../src/command/parse/spec.ts";
import { CONSOLE_MESSAGE_CHARACTERS as LONG } from "../../../../src/lib/limits.ts";
import { processorMs } from "../../../support/processor-time.ts";

const SPEC: CommandSpec = {
  name: "imagine",
  textOption: "prompt",
  options: [
    { name: "prompt", type: "text", required: true },
    { name: "model", type: "text" },
    { name: "size", type: "text" },
    { name: "aspect_ratio", type: "text" },
    { name: "count", type: "number", min: 1, max: 10 },
    // No command has a flag yet, but the type is declared.
    { name: "background", type: "flag" },
    { name: "from", type: "text", several: true },
    { name: "image", type: "attachments", accept: "image", shown: 4 },
  ],
};

describe("options in free text", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a red fox", { prompt: "a red fox" }],
    ["a red fox --size 1K", { prompt: "a red fox", size: "1K" }],
    ["--size 1K a red fox", { prompt: "a red fox", size: "1K" }],
    ["a red --size 1K fox", { prompt: "a red fox", size: "1K" }],
    ["a fox --size=1K --count=3", { prompt: "a fox", size: "1K", count: 3 }],
    ["a fox --SIZE 1K", { prompt: "a fox", size: "1K" }],
    ["a fox --aspect-ratio 16:9", { prompt: "a fox", aspect_ratio: "16:9" }],
    ["a fox --aspect_ratio 16:9", { prompt: "a fox", aspect_ratio: "16:9" }],
    ["a fox\n--size\n1K", { prompt: "a fox", size: "1K" }],
    ["a fox --size   1K", { prompt: "a fox", size: "1K" }],
    ["a fox --model a--b", { prompt: "a fox", model: "a--b" }],
    ["a fox --model [x", { prompt: "a fox", model: "[x" }],
    ["a fox --from one --from two", { prompt: "a fox", from: "one two" }],
    ['--from "one two" a fox --from=three', { prompt: "a fox", from: "one two three" }],
    ["", {}],
    ["   ", {}],
  ])("%j", (text, value) => {
    expect(parseOptions(text, SPEC)).toEqual({ ok: true, value });
  });

  it.each<[string, Record<string, unknown>]>([
    ['--prompt "a red fox" --size 1K', { prompt: "a red fox", size: "1K" }],
    ['--prompt="a red fox"', { prompt: "a red fox" }],
    ['--prompt "a sign that reads --size 2K" --size 1K', { prompt: "a sign that reads --size 2K", size: "1K" }],
    ["--prompt “a red fox”", { prompt: "a red fox" }],
    ['--prompt “a red fox"', { prompt: "a red fox" }],
    ["--prompt „ein Fuchs“", { prompt: "ein Fuchs" }],
    ["--prompt ”en räv”", { prompt: "en räv" }],
    ["--prompt 「一只狐狸」 --size 1K", { prompt: "一只狐狸", size: "1K" }],
    ['--prompt "" --size 1K', { prompt: "", size: "1K" }],
  ])("quoted values: %j", (text, value) => {
    expect(parseOptions(text, SPEC)).toEqual({ ok: true, value });
  });

  it.each<[string, Record<string, unknown>]>([
    ["a fox — a red one — at night", { prompt: "a fox — a red one — at night" }],
    ["a fox—red as fire", { prompt: "a fox—red as fire" }],
    ["a fox - red", { prompt: "a fox - red" }],
    ["a fox -- red", { prompt: "a fox -- red" }],
    ["a well--known fox", { prompt: "a well--known fox" }],
    ["画面——一只狐狸", { prompt: "画面——一只狐狸" }],
  ])("dashes: %j", (text, value) => {
    expect(parseOptions(text, SPEC)).toEqual({ ok: true, value });
  });

  it.each([
    "it's the fox's den",
    "rock 'n' roll",
    "l’été d'un renard",
    'a "fox" in quotation marks',
    'a 6" ruler',
    "“smart” and ‘single’ ones",
  ])("leaves quotation marks and apostrophes of a prompt alone: %j", (prompt) => {
    expect(parseOptions(`${prompt} --size 1K`, SPEC)).toEqual({ ok: true, value: { prompt, size: "1K" } });
  });

  it("keeps all values of an option for several files, in order", () => {
    expect(parseOptions("a fox --image https://a.test/1.png --size 1K --image=2 --image “3 4”", SPEC)).toEqual({
      ok: true,
      value: { prompt: "a fox", image: ["https://a.test/1.png", "2", "3 4"], size: "1K" },
    });
  });

  it("accepts a flag without a value", () => {
    expect(parseOptions("a fox --background --size 1K", SPEC)).toEqual({
      ok: true,
      value: { prompt: "a fox", background: true, size: "1K" },
    });
  });

  it("parses the longest prompt completely and quickly", () => {
    const prompt = "fox ".repeat(LONG / 4).trim();
    const took = processorMs(() =>
      expect(parseOptions(`${prompt} --size 1K`, SPEC)).toEqual({ ok: true, value: { prompt, size: "1K" } }),
    );
    expect(took).toBeLessThan(1_000);
  });

  it.each(["--a ", "—a ", "-", "- ", "a-", "-- size ", "—size ", "--size", "—size “ ", "-- size foxes "])(
    "parses a text of only %j quickly",
    (part) => {
      // Far more than linear time, and far less than quadratic time.
      const took = processorMs(() => parseOptions(part.repeat(LONG / part.length), imagine.spec));
      expect(took).toBeLessThan(5_000);
    },
  );

  it.each(["-model=", "–size=", "x--size=", "-size:", "–image=", "x–model=a"])(
    "parses a text of only %j, without blanks, in about linear time",
    (part) => {
      // Four times the longest text, for which quadratic time would be several seconds.
      const text = part.repeat((4 * LONG) / part.length);
      expect(processorMs(() => parseOptions(text, imagine.spec))).toBeLessThan(1_000);
    },
  );
});

describe("options that can't be read", () => {
  function problemsOf(text: string, spec: CommandSpec = SPEC): readonly unknown[] {
    const parsed = parseOptions(text, spec);
    return parsed.ok ? [] : parsed.problems;
  }
  const allowed = SPEC.options.map((option) => option.name);

  it.each([
    ["a fox --siez 1K", "siez", "size"],
    ["a fox --aspekt-ratio 1:1", "aspekt_ratio", "aspect_ratio"],
    ["a fox --ratio 1:1", "ratio", "aspect_ratio"],
    ["a fox --zzzzzz", "zzzzzz", undefined],
    ["a fox --imgae 1", "imgae", "image"],
    ["a fox --__proto__ x", undefined, undefined],
    ["a fox --constructor x", "constructor", undefined],
  ])("%j names an unknown option and a suggestion", (text, option, suggestion) => {
    // Names can't begin with underscores, so this stays text.
    if (option === undefined) expect(parseOptions(text, SPEC)).toEqual({ ok: true, value: { prompt: text } });
    else expect(problemsOf(text)).toEqual([{ rule: "unknown_option", option, allowed, suggestion }]);
  });

  it.each(["2.5", "1e1", "two", "NaN", "Infinity", "0x5", "1,000", "1，000", "９".repeat(20)])(
    "a count of %j is not a whole number",
    (given) => {
      expect(problemsOf(`a fox --count ${given}`)).toEqual([
        { rule: "out_of_range", option: "count", given, min: 1, max: 10 },
      ]);
    },
  );

  it.each([
    ["1", 1],
    ["10", 10],
    ["+3", 3],
    ["3.0", 3],
    ["3.000", 3],
    ["007", 7],
    ["１０", 10],
    // The request's own rules check the range.
    ["40", 40],
    ["-3", -3],
  ])("a count of %j is %j", (given, count) => {
    expect(parseOptions(`--count ${given}`, SPEC)).toEqual({ ok: true, value: { count } });
  });

  it.each([
    "a fox --size",
    "a fox --size --count 2",
    "a fox --size —count 2",
    "a fox --size –count 2",
    "a fox --size=",
    "a fox --size= 1K",
    "a fox --size,1K 2K",
  ])("%j has no value", (text) => {
    expect(problemsOf(text)).toContainEqual({ rule: "missing_value", option: "size" });
  });

  it("a quotation mark that is never closed", () => {
    expect(problemsOf('--prompt "a fox --size 1K')).toEqual([{ rule: "unclosed_quote" }]);
  });

  it("an option given twice, and other text together with --prompt", () => {
    expect(problemsOf("a fox --size 1K --size 2K")).toEqual([
      { rule: "conflict", option: "size", given: "1K", other: "size", otherGiven: "2K" },
    ]);
    expect(problemsOf('a fox --prompt "a cat"')).toEqual([
      { rule: "conflict", option: "prompt", given: "a fox", other: "prompt", otherGiven: "a cat" },
    ]);
    // The words around options that can't be read are still text.
    for (const text of ['a fox —size 1K --prompt "a cat"', 'a --siez fox --prompt "a cat"']) {
      expect(problemsOf(text)).toContainEqual({
        rule: "conflict",
        option: "prompt",
        given: text.includes("siez") ? "a fox" : "a fox 1K",
        other: "prompt",
        otherGiven: "a cat",
      });
    }
  });

  it("an unknown option, without naming hidden ones", () => {
    const spec: CommandSpec = {
      name: "usage",
      options: [
        { name: "span", type: "text" },
        { name: "csv", type: "flag", hidden: true },
      ],
    };
    expect(problemsOf("--zzzzzz", spec)).toMatchObject([{ rule: "unknown_option", allowed: ["span"] }]);
    expect(problemsOf("week", spec)).toMatchObject([{ rule: "unexpected_words", allowed: ["span"] }]);
  });

  it("text for a command without a text option", () => {
    expect(problemsOf("everything please", { name: "jobs", options: [] })).toEqual([
      { rule: "unexpected_words", words: "everything please", allowed: [] },
    ]);
  });

  it("an unknown option of such a command, reported once with its value", () => {
    const spec: CommandSpec = { name: "usage", options: [{ name: "span", type: "text" }] };
    expect(problemsOf("--spam week", spec)).toEqual([
      { rule: "unknown_option", option: "spam", allowed: ["span"], suggestion: "span" },
    ]);
    expect(problemsOf("--spam=week --sbam -- by", spec)).toHaveLength(3);
    expect(problemsOf("--spam week 2", spec)).toEqual([
      { rule: "unknown_option", option: "spam", allowed: ["span"], suggestion: "span" },
      { rule: "unexpected_words", words: "2", allowed: ["span"] },
    ]);
  });

  it("a flag's value that is neither yes nor no; a following word is not its value", () => {
    const flag: CommandSpec = { name: "imagine", textOption: "prompt", options: [...SPEC.options] };
    expect(parseOptions("a fox --background=no", flag)).toMatchObject({
      value: { background: false, prompt: "a fox" },
    });
    expect(parseOptions("--background=YES a fox", flag)).toMatchObject({
      value: { background: true, prompt: "a fox" },
    });
    expect(parseOptions("a --background no fox", flag)).toMatchObject({
      value: { background: true, prompt: "a no fox" },
    });
    expect(parseOptions("a --background fox, a=b", flag)).toMatchObject({
      value: { background: true, prompt: "a fox, a=b" },
    });
    for (const given of ["maybe", "yesterday", "oyes", "nothing", "volvo", ""]) {
      expect(problemsOf(`a fox --background=${given}`, flag)).toEqual([
        { rule: "not_allowed", option: "background", given, allowed: ["yes", "no"] },
      ]);
    }
  });

  it("all of them at once", () => {
    const rules = problemsOf("a fox --siez 1K --count x --model --size").map((problem) =>
      typeof problem === "object" && problem !== null && "rule" in problem ? problem.rule : undefined,
    );
    expect(rules).toEqual(["unknown_option", "out_of_range", "missing_value", "missing_value"]);
  });
});

describe("any input", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.constantFrom("--size", "—count", "–", "=", '"', "“", "”", " ", "1K", "3", "'", "fox", "--", "\n", "`"))
      .map((parts) => parts.join("")),
  );

  it("parses without an exception, and every value has its declared type", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseOptions(typed, SPEC);
        if (!parsed.ok) {
          expect(parsed.problems.length).toBeGreaterThan(0);
          return;
        }
        for (const [name, value] of Object.entries(parsed.value)) {
          const type = SPEC.options.find((option) => option.name === name)?.type;
          if (type === "attachments") expect(Array.isArray(value)).toBe(true);
          else expect(typeof value).toBe(type === "number" ? "number" : type === "flag" ? "boolean" : "string");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("without a dash stays unchanged except for surrounding white space", () => {
    const plain = fc.string({ unit: "grapheme" }).filter((typed) => !/[-—–]/.test(typed) && typed.trim() !== "");
    fc.assert(
      fc.property(plain, (typed) => {
        expect(parseOptions(typed, SPEC)).toEqual({ ok: true, value: { prompt: typed.trim() } });
      }),
    );
  });
});
