import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imagine } from "../../../../commands/imagine.ts";
import { holdsSecret } from "../../../../src/core/account/keys/typed-secret.ts";
import { chosenName } from "../../../../src/command/parse/chosen-name.ts";
import { pickNumbered } from "../../../../src/command/parse/numbers.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { Source } from "../../../../src/command/files/sources.ts";

const SOURCES: readonly Source[] = [1, 2].map((number) => ({
  number,
  kind: "image",
  file: { source: `file-${number}`, name: "a.png", mimeType: "image/png", bytes: 1 },
}));

describe("a name that a person chose", () => {
  it.each([
    ["Ada L. (she/her) 🦊", "Ada L. (she/her) 🦊"],
    ["Jean-Luc O’Neil", "Jean-Luc O’Neil"],
    ["李 小龙", "李 小龙"],
    ["Mal --count 10 #2", "Mal count 10 2"],
    ["--video", "video"],
    ["Mal—size 4K –private", "Mal-size 4K private"],
    ["Mal － － image https://x.example/a.png", "Mal image https://x.example/a.png"],
    ["Mal\n\u3000\u00a0-- count", "Mal count"],
    ['Robert "Bob" \\', "Robert 'Bob'"],
    ["＃1", "1"],
    [" -- # ", undefined],
    [`sk-${"a1".repeat(12)}`, undefined],
    [`sk\u2011${"a1".repeat(12)}`, undefined],
    ["[key removed]", undefined],
  ])("%j becomes %j", (name, expected) => {
    expect(chosenName(name)).toBe(expected);
  });

  it("is never more than words in the prompt", () => {
    const piece = fc.constantFrom(
      "--",
      "-",
      "—",
      "－",
      " ",
      "\u3000",
      "\u200b",
      "#",
      "＃",
      '"',
      "“",
      "「",
      "\\",
      "=",
      "{",
    );
    const word = fc.constantFrom(
      "count",
      "size",
      "video",
      "private",
      "model",
      "10",
      "4K",
      "1",
      "sk-",
      "Mal",
      "é",
      "李",
    );
    const names = fc
      .array(fc.oneof(piece, word, fc.string({ unit: "grapheme", maxLength: 4 })))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(names, (given) => {
        const name = chosenName(given) ?? "U1";
        const text = `draw @${name}, a fox`;
        const flags = [{ name: "video", type: "flag" }] as const;
        expect(parseOptions(text, imagine.spec, flags)).toEqual({ ok: true, value: { prompt: text } });
        expect(parseOptions(`--prompt "draw @${name}" --size 1K`, imagine.spec)).toEqual({
          ok: true,
          value: { prompt: `draw @${name}`, size: "1K" },
        });
        expect(pickNumbered(text, SOURCES)).toEqual({ kind: "which" });
        expect(holdsSecret(text)).toBe(false);
      }),
    );
  });
});
