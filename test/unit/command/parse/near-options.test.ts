import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edit } from "../../../../commands/edit.ts";
import { imagine } from "../../../../commands/imagine.ts";
import { video } from "../../../../commands/video.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { CommandSpec } from "../../../../src/command/parse/spec.ts";

function nearIn(text: string, { spec }: { readonly spec: CommandSpec } = imagine): readonly string[] {
  const parsed = parseOptions(text, spec);
  if (parsed.ok) return [];
  return parsed.problems.map((problem) => (problem.rule === "near_option" ? problem.corrected : problem.rule));
}

describe("a probable option", () => {
  it.each([
    ["a fox -- size 1K", "--size 1K"],
    ["a fox --  size 512x512", "--size 512x512"],
    ["a fox -- size: 1K", "--size 1K"],
    ["a fox -- size = 1K", "--size 1K"],
    ["a fox -- size", "--size"],
    ["a fox -- sise 1K", "--size 1K"],
    ["a fox -- ar 16:9", "--aspect_ratio 16:9"],
    ["a fox -- count 2", "--count 2"],
    ["a fox -- quality high, please", "--quality high,"],
    ["a fox -- image https://a.test/1.png", "--image https://a.test/1.png"],
    ["a fox -- quality meduim in size", "--quality meduim"],
    ["a fox -- format wbep please", "--format wbep"],
    ['a fox -- quality "high" please', '--quality "high"'],
    ["a fox -- quality 「high」 please", "--quality 「high」"],
    ["a fox -- count 2, please", "--count 2,"],
    ["a fox -- count 12！ please", "--count 12！"],
    ['a fox -- safety_settings [{"category":"a"}] please', '--safety_settings [{"category":"a"}]'],
    ["a fox -- private", "--private"],
    ["a fox--private", "--private"],
    ["a fox -- private --size 1K", "--private"],
    ["a fox —size 1K", "--size 1K"],
    ["a fox –size 1K", "--size 1K"],
    ["a fox —size", "--size"],
    ["a fox —size huge", "--size huge"],
    ["a fox — size 1K", "--size 1K"],
    ["a fox —aspect-ratio 16:9", "--aspect_ratio 16:9"],
    ["a fox —ar 16:9", "--aspect_ratio 16:9"],
    ["a fox —sise 1K", "--size 1K"],
    ["a fox —private", "--private"],
    ["a fox ---size 1K", "--size 1K"],
    ["a fox －－size 1K", "--size 1K"],
    ["a fox ——size 1K", "--size 1K"],
    ["a fox -size 1K", "--size 1K"],
    ["a fox -count 3", "--count 3"],
    ["a fox--size 1K", "--size 1K"],
    ["一只狐狸--size 1K", "--size 1K"],
    ["一只狐狸——size 1K", "--size 1K"],
    ["—size 1K a fox", "--size 1K"],
  ])("%j", (text, meant) => {
    expect(nearIn(text)).toEqual([meant]);
  });

  it.each([
    ["a fox -- seconds 8", "--seconds 8"],
    ["a fox -- seconds 8s", "--seconds 8s"],
    ["a fox —duration 8", "--duration 8"],
    ["a fox -- resolution 720p", "--resolution 720p"],
    ["a fox -- face", "--face"],
    ["a fox -- first_frame 1", "--first_frame 1"],
    ["a fox -- from https://discord.com/channels/1/2/3", "--from https://discord.com/channels/1/2/3"],
  ])("of a clip: %j", (text, meant) => {
    expect(nearIn(text, video)).toEqual([meant]);
  });

  it.each([
    ["a fox -- mask 1 please", "--mask 1"],
    ["a fox -- mask 12 please", "--mask 12"],
    ["a fox -- mask hole.png please", "--mask hole.png"],
    ["a fox -- mask https://a.test/1.png please", "--mask https://a.test/1.png"],
  ])("of an edit: %j", (text, meant) => {
    expect(nearIn(text, edit)).toEqual([meant]);
  });

  it("is shown as it was written", () => {
    const parsed = parseOptions("a fox —size 1K at dusk -- private", imagine.spec);
    expect(parsed.ok ? [] : parsed.problems).toMatchObject([{ given: "—size 1K" }, { given: "-- private" }]);
  });

  it.each(["person", "role", "channel"] as const)("names any %s", (type) => {
    const spec: CommandSpec = {
      name: "imagine",
      textOption: "prompt",
      options: [
        { name: "prompt", type: "text" },
        { name: "person", type },
      ],
    };
    expect(nearIn("hello -- person Ada Lovelace", { spec })).toEqual(["--person Ada"]);
  });

  it("is reported with all other problems", () => {
    expect(nearIn("a fox -- size 1K --sise 2K --count x")).toEqual(["--size 1K", "unknown_option", "out_of_range"]);
  });

  it("is literal in quotation marks", () => {
    expect(parseOptions('--prompt "a fox -- size 1K"', imagine.spec)).toEqual({
      ok: true,
      value: { prompt: "a fox -- size 1K" },
    });
  });
});

describe("dashes in prose", () => {
  it.each([
    "a -- b",
    "a fox -- red as fire -- at night",
    "a fox -- size matters to it",
    "a fox -- model of elegance",
    "a knight — image of courage — rides",
    "sunset – video game style",
    "a fox —rojo y veloz— salta",
    "a fox -- from above",
    "a room —from above—",
    "the count -- count Dracula",
    "a clock -- face of time",
    "a fox -- private eye",
    "a fox —private eye",
    "a fox—private",
    "a fox —image of a cat",
    "a fox -- image 1 of three",
    "a fox -- count x2 of them",
    "a fox -- count 2x of them",
    "a fox -- format pgn of chess",
    "a fox -- size K of cards",
    "a fox -- safety_settings of a car",
    "a fox - size 1K",
    "a fox -sise 1K",
    "a fox--sise 1K",
    "a fox -- presented by a host",
    "keep it—private",
    "a map—size 3 shoes",
    "a well--known fox",
    "画面——一只狐狸——很大",
    "a list:\n- image of a cat\n- model of a car\n- size: large",
    "-prompt: a fox\n-model: toy car",
    "pages 3--5, 1990–2000, non-count 3",
    "--",
    "a fox --",
    "a fox --2 or --_x",
  ])("%j stays unchanged", (prompt) => {
    expect(parseOptions(prompt, imagine.spec)).toEqual({ ok: true, value: { prompt } });
  });

  it.each([
    "a king -- mask of gold",
    "a king —mask of gold",
    "a king -- mask a1 of gold",
    "a king -- mask 1a of gold",
    "a king -- mask 123 of gold",
  ])("stay unchanged in an edit's prompt too: %j", (prompt) => {
    expect(parseOptions(prompt, edit.spec)).toEqual({ ok: true, value: { prompt } });
  });

  it("may be followed by a word that is too long for a value", () => {
    const size = (digits: number) => `a fox -- size ${"1".repeat(digits)}K at dusk`;
    expect(nearIn(size(99))).toEqual([`--size ${"1".repeat(99)}K`]);
    expect(nearIn(size(100))).toEqual([]);
  });

  it("stay unchanged in a clip's prompt too", () => {
    const prompt = "a fox -- from the left — audio of rain – clip art";
    expect(parseOptions(prompt, video.spec)).toEqual({ ok: true, value: { prompt } });
  });
});

describe("the correction", () => {
  it.each([
    ["a fox -- size 1K", "a fox --size 1K"],
    ["a fox—size 1K at dusk", "a fox --size 1K at dusk"],
    ["—size: 1K a fox —ar 16:9", "--size 1K a fox --aspect_ratio 16:9"],
    ["a fox --sise 1K", "a fox --size 1K"],
    ["a fox -- private —count 2", "a fox --private  --count 2"],
  ])("of %j is %j", (text, corrected) => {
    const parsed = parseOptions(text, imagine.spec);
    expect(parsed.ok ? undefined : parsed.corrected).toBe(corrected);
    expect(parseOptions(corrected, imagine.spec).ok).toBe(true);
  });

  it.each(["a fox -- size 1K --zzzzz", "a fox —size 1K --count x"])("does not exist for %j", (text) => {
    const parsed = parseOptions(text, imagine.spec);
    expect(parsed).toMatchObject({ ok: false, corrected: undefined });
  });
});

describe("any input", () => {
  const values = fc.constantFrom(
    ["size", "1K"],
    ["size", "512x512"],
    ["aspect_ratio", "16:9"],
    ["aspect-ratio", "3:2"],
    ["quality", "high"],
    ["format", "webp"],
    ["count", "4"],
  );
  const dash = fc.constantFrom("-- ", "—", "–", "— ", "– ", "---", "－－", "——");
  const words = fc
    .array(
      fc.constantFrom("a", "red", "fox", "in", "the", "snow", "一只", "狐狸", "été", "3", "#2", "it's", "—", "--"),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(" "));

  it("an option after any dash never becomes part of the prompt, and is corrected properly", () => {
    fc.assert(
      fc.property(words, dash, values, words, (before, dashes, [name = "", value = ""], after) => {
        const parsed = parseOptions(`${before} ${dashes}${name} ${value} ${after}`, imagine.spec);
        if (parsed.ok) throw new Error(`spent as ${String(parsed.value["prompt"])}`);
        if (parsed.corrected === undefined) throw new Error("not corrected");
        const option = name.replace("-", "_");
        expect(parseOptions(parsed.corrected, imagine.spec)).toMatchObject({
          ok: true,
          value: { [option]: option === "count" ? Number(value) : value, prompt: `${before} ${after}` },
        });
      }),
      { numRuns: 500 },
    );
  });

  it("prose without an option's name stays unchanged", () => {
    const prose = fc
      .array(
        fc.constantFrom("tall", "red", "fox", "snow", "--", "—", "–", "-", "—tall", "fox—", "snow--fox", "1K", "16:9"),
        {
          minLength: 1,
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(" "));
    fc.assert(
      fc.property(prose, (text) => {
        expect(parseOptions(text, imagine.spec)).toEqual({ ok: true, value: { prompt: text } });
      }),
      { numRuns: 500 },
    );
  });

  it("is taken literally in quotation marks", () => {
    const quoted = fc.string({ unit: "grapheme" }).filter((text) => text.trim() !== "" && !/["“”„]/.test(text));
    fc.assert(
      fc.property(
        fc.oneof(
          quoted,
          fc.tuple(words, dash, words).map((parts) => parts.join("size 1K")),
        ),
        (text) => {
          expect(parseOptions(`--prompt "${text}"`, imagine.spec)).toEqual({ ok: true, value: { prompt: text } });
        },
      ),
    );
  });
});
