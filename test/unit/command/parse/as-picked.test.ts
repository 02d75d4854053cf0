import { describe, expect, it } from "vitest";
import { commands as COMMANDS } from "../../../../commands/index.ts";
import { pickedLine, withPickedLines } from "../../../../src/command/parse/as-picked.ts";

const FIELDS = { platform: { capabilities: { optionsAreFields: true } }, commands: COMMANDS } as const;
const LINES = { platform: { capabilities: {} }, commands: COMMANDS } as const;

describe("a command line on a platform with a field for each option", () => {
  it.each([
    ["/jobs --scope starred", "/jobs scope:starred"],
    ["/jobs cancel 1a2b3c4d", "/jobs action:cancel job:1a2b3c4d"],
    ["/preset save poster --size 2K --format webp", "/preset save preset:poster size:2K format:webp"],
    ["/easel link ABCD-EFGH", "/easel link code:ABCD-EFGH"],
    ['/easel-admin keys remove "my key"', "/easel-admin keys remove key:my key"],
    ['/easel-admin keys assign --key "my key" --to everyone', "/easel-admin keys assign key:my key to:everyone"],
    ["/easel-admin audit --csv", "/easel-admin audit csv:True"],
    ["/easel-admin workspace settings --admin_channel here", "/easel-admin workspace settings admin_channel:here"],
    ["/easel-admin audit --csv later", "/easel-admin audit who:later csv:True"],
    ["/jobs cancel", "/jobs action:cancel"],
    ["/jobs cancel 1a2b 3c4d", "/jobs action:cancel job:1a2b 3c4d"],
    ["/jobs now please", "/jobs action:now please"],
    ["/jobs cancel --job", "/jobs action:cancel job:"],
    ["/preset save my poster", "/preset save preset:my poster"],
    ["/easel-admin quota set", "/easel-admin quota set"],
    // Only its form has this option.
    ["/easel-admin workspace settings --budget 250", "/easel-admin workspace settings"],
  ])("is written with fields: %s", (line, picked) => {
    expect(pickedLine(line, FIELDS)).toBe(picked);
    expect(pickedLine(line, LINES)).toBe(line);
  });

  it.each(["/imagine a lighthouse --size 1K --count 2", "/nothing --size 1K", "/easel"])(
    "stays as it is: %s",
    (line) => {
      expect(pickedLine(line, FIELDS)).toBe(line);
    },
  );

  it("is found in every text of a message, and nothing else changes", () => {
    const line = "`/jobs --scope starred`";
    const message = {
      text: `Starred. ${line} lists them.`,
      sections: [{ text: line, facts: line, heading: "--scope" }, { heading: "--scope" }],
    };
    const code = "`/jobs scope:starred`";
    expect(withPickedLines(message, FIELDS)).toStrictEqual({
      text: `Starred. ${code} lists them.`,
      sections: [{ text: code, facts: code, heading: "--scope" }, { heading: "--scope" }],
    });
    expect(withPickedLines(message, LINES)).toBe(message);
  });
});
