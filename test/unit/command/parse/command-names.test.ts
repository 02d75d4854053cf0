import { describe, expect, it } from "vitest";
import { commandNamed, namesBelow, splitCommandLine } from "../../../../src/command/parse/command-names.ts";

const NAMES = [
  "imagine",
  "jobs",
  "easel help",
  "easel link",
  "easel-admin pause",
  "easel-admin channel show",
  "easel-admin channel models",
];

describe("a command line", () => {
  it.each([
    ["/imagine a red fox", "imagine", "a red fox"],
    ["/imagine", "imagine", ""],
    ["  /Imagine   a fox  ", "imagine", "a fox"],
    ["/imagine\na fox\nat night", "imagine", "a fox\nat night"],
    ["/画 一只狐狸", "画", "一只狐狸"],
    ["/xyzzy now", "xyzzy", "now"],
  ])("%j splits into a command and the rest", (line, command, rest) => {
    expect(splitCommandLine(line, NAMES)).toEqual({ command, rest });
  });

  it.each([
    ["/easel-admin channel models gpt-* --clear", "easel-admin channel models", "gpt-* --clear"],
    ["/easel-admin  Channel \n models", "easel-admin channel models", ""],
    ["/easel-admin pause now", "easel-admin pause", "now"],
    ["/jobs list", "jobs", "list"],
  ])("%j has the longest known name of several words", (line, command, rest) => {
    expect(splitCommandLine(line, NAMES)).toEqual({ command, rest });
  });

  it.each([
    ["/easel", "easel", ""],
    ["/easel --topic x", "easel", "--topic x"],
    ["/easel please help", "easel please", "help"],
    ["/easel-admin", "easel-admin", ""],
    ["/easel-admin channel", "easel-admin channel", ""],
    ["/easel-admin channel modls x", "easel-admin channel modls", "x"],
    ["/easel-admin --x", "easel-admin", "--x"],
  ])("%j keeps its words as far as they match a name", (line, command, rest) => {
    expect(splitCommandLine(line, NAMES)).toEqual({ command, rest });
  });

  it("means the shorter of two names, unless its next word completes the longer one", () => {
    const names = ["jobs", "jobs of all"];
    expect(splitCommandLine("/jobs of mine", names)).toEqual({ command: "jobs", rest: "of mine" });
    expect(splitCommandLine("/jobs of all", names)).toEqual({ command: "jobs of all", rest: "" });
  });

  it.each(["a red fox", "", "/", "/ imagine", "//imagine", "/-x", "look at /imagine", "/imagine!", "/a/b"])(
    "%j is not a command",
    (line) => {
      expect(splitCommandLine(line, NAMES)).toBeUndefined();
    },
  );
});

describe("names", () => {
  it("lead to the names that are one word longer, each once", () => {
    expect(namesBelow("", NAMES)).toEqual(["imagine", "jobs", "easel", "easel-admin"]);
    expect(namesBelow("easel-admin", NAMES)).toEqual(["easel-admin pause", "easel-admin channel"]);
    expect(namesBelow("imagine", NAMES)).toEqual([]);
    expect(namesBelow("easel-a", NAMES)).toEqual([]);
  });

  it("identify a command by all its words, and a default command by the first ones", () => {
    const commands = [
      { name: "easel link" },
      { name: "easel help", isDefault: true as const },
      { name: "easel-admin x" },
    ];
    expect(commandNamed("easel", commands)).toBe(commands[1]);
    expect(commandNamed("easel link", commands)).toBe(commands[0]);
    expect(commandNamed("easel-admin", commands)).toBeUndefined();
  });
});
