import { describe, expect, it } from "vitest";
import { jobs } from "../../../../commands/jobs.ts";
import { imagine } from "../../../../commands/imagine.ts";
import { video } from "../../../../commands/video.ts";
import { readPicked, readTyped, type FilledIn } from "../../../../src/command/parse/read-typed.ts";
import type { CommandSpec } from "../../../../src/command/parse/spec.ts";
import { aCommand } from "../../../support/commands.ts";

const MASK = { source: "m", name: "hole.png", mimeType: "image/png", bytes: 1, option: "mask" };
const EDIT: CommandSpec = {
  name: "edit",
  textOption: "prompt",
  options: [
    { name: "prompt", type: "text" },
    { name: "size", type: "text" },
    { name: "from", type: "text", several: true },
    { name: "count", type: "number", min: 1, max: 10 },
    { name: "mask", type: "attachment", accept: "image" },
    { name: "image", type: "attachments", accept: "image", shown: 4 },
  ],
};

const read = (text: string, given: Partial<FilledIn> = {}) =>
  readTyped(text, { options: {}, attachments: [], ...given }, EDIT);

describe("a typed line together with filled-in fields", () => {
  it("has the options of both", () => {
    expect(read("a fox --size 1K", { options: { count: 2 } })).toEqual({
      ok: true,
      value: { options: { prompt: "a fox", size: "1K", count: 2 }, attachments: [] },
    });
  });

  it.each([
    ["--size 1K", { size: " 1k " }, { size: "1K" }],
    ['--size " 1K"', { size: "1K" }, { size: " 1K" }],
    ["--count 2", { count: "2" }, { count: 2 }],
  ])("may repeat a field's value: %j and %j", (text, options, expected) => {
    expect(read(text, { options })).toMatchObject({ ok: true, value: { options: expected } });
  });

  it("is refused if it contradicts a field", () => {
    expect(read("--size 1K --count 2", { options: { size: "2K", count: 3 } })).toEqual({
      ok: false,
      problems: [
        { rule: "conflict", option: "size", given: "1K", other: "size", otherGiven: "2K" },
        { rule: "conflict", option: "count", given: "2", other: "count", otherGiven: "3" },
      ],
      corrected: undefined,
    });
  });

  it("replaces values that nobody touched", () => {
    const given = { options: { size: "2K", count: 3 }, untouched: ["size", "count"] };
    expect(read("--size 1K", given)).toMatchObject({ ok: true, value: { options: { size: "1K", count: 3 } } });
  });

  it("is refused if it names a file for a role that already has one", () => {
    expect(read("--mask https://a.test/other.png", { attachments: [MASK] })).toMatchObject({
      ok: false,
      problems: [{ rule: "conflict", option: "mask", given: "https://a.test/other.png", otherGiven: "hole.png" }],
    });
    expect(read("--mask hole.png", { attachments: [MASK] })).toMatchObject({ ok: false });
  });

  it("adds to an option with several values, in order", () => {
    expect(read("--from two --from three", { options: { from: "one" } })).toMatchObject({
      ok: true,
      value: { options: { from: "one two three" } },
    });
    expect(read("--from two")).toMatchObject({ value: { options: { from: "two" } } });
    expect(read("a fox", { options: { from: "one" } })).toMatchObject({ value: { options: { from: "one" } } });
  });

  it("adds its links to files that were attached for the same option", () => {
    const attached = { ...MASK, option: "image" };
    const both = read("--image https://a.test/b.png", { attachments: [attached] });
    expect(both).toMatchObject({
      ok: true,
      value: { attachments: [{ source: "m" }, { source: "https://a.test/b.png", link: true }] },
    });
  });

  it("is refused if it names a file that does not exist, without a correction", () => {
    expect(read("--mask gone.png")).toStrictEqual({
      ok: false,
      problems: [{ rule: "no_such_file", option: "mask", given: "gone.png", allowed: [] }],
      corrected: undefined,
    });
  });
});

describe("a command from the platform's menu", () => {
  it("reads the options inside its prompt, besides its fields", () => {
    expect(readPicked(aCommand("imagine", { prompt: "a fox --size 1K", count: 2 }), imagine.spec)).toMatchObject({
      ok: true,
      value: { options: { prompt: "a fox", size: "1K", count: 2 } },
    });
  });

  it("reads a corrected prompt instead, and keeps its fields", () => {
    const event = aCommand("video", { prompt: "a fox —seconds 5", resolution: "720p" });
    expect(readPicked(event, video.spec, "a fox --seconds 5")).toMatchObject({
      ok: true,
      value: { options: { prompt: "a fox", seconds: 5, resolution: "720p" } },
    });
  });

  it("reads its line on platforms without fields, and a corrected line instead", () => {
    const event = { ...aCommand("imagine", {}), line: "a fox —size 1K" };
    expect(readPicked(event, imagine.spec)).toMatchObject({ ok: false, corrected: "a fox --size 1K" });
    expect(readPicked(event, imagine.spec, "a fox --size 1K")).toMatchObject({
      ok: true,
      value: { options: { prompt: "a fox", size: "1K" } },
    });
  });

  it("takes the fields of other commands literally", () => {
    const options = { action: "cancel", job: "--scope own" };
    expect(readPicked(aCommand("jobs", options), jobs.spec)).toEqual({
      ok: true,
      value: { options, attachments: [] },
    });
    const prompt = { prompt: "a fox --size 1K" };
    expect(readPicked(aCommand("jobs", prompt), jobs.spec)).toMatchObject({ value: { options: prompt } });
  });
});
