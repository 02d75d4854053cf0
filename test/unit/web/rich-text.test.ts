import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MENTION_MARK } from "../../../src/platforms/console/api/written-names.ts";
import { BAR_CELLS, parsePlainText, parseRichText, wordsOf } from "../../../src/web/state/rich-text.ts";
import { escapeText } from "../../../src/core/chat/message.ts";

describe("the Console's light Markdown", () => {
  it("knows bold, code, links and the person it notifies", () => {
    expect(parseRichText(`**a \`b\`** ${MENTION_MARK} https://e.example/x_y.`)).toEqual([
      {
        kind: "bold",
        nodes: [
          { kind: "text", text: "a " },
          { kind: "code", text: "b" },
        ],
      },
      { kind: "text", text: " " },
      { kind: "mention" },
      { kind: "text", text: " " },
      { kind: "link", text: "https://e.example/x_y", url: "https://e.example/x_y" },
      { kind: "text", text: "." },
    ]);
  });

  it("recognises bars of ten cells, which need not be read out", () => {
    const nodes = parseRichText("• ▰▰▰▱▱▱▱▱▱▱ 3 of 10 used");
    expect(nodes).toEqual([
      { kind: "text", text: "• " },
      { kind: "bar", full: 3 },
      { kind: "text", text: " 3 of 10 used" },
    ]);
    expect(wordsOf(nodes, "")).toBe("•  3 of 10 used");
    for (const text of ["▰▱", "▰▱".repeat(5)]) {
      expect(parseRichText(text).map(({ kind }) => kind)).not.toContain("bar");
    }
  });

  it("reads a long run of cells once", () => {
    const began = performance.now();
    const nodes = parseRichText("▰".repeat(200_000));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(wordsOf(nodes, "")).toHaveLength(200_000 - BAR_CELLS);
  });

  it("shows unclosed markers unchanged", () => {
    for (const text of ["**a", "a `b", "** **", "****", "\\"]) expect(wordsOf(parseRichText(text), "")).not.toBe("");
    expect(parseRichText("2 ** 3 `x")).toEqual([{ kind: "text", text: "2 ** 3 `x" }]);
  });

  it("shows escaped text exactly as it was written, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const written = text.replaceAll(MENTION_MARK, "");
        expect(wordsOf(parseRichText(escapeText(written)), "")).toBe(written);
      }),
    );
  });

  it.each(["“%”", "‘%’", '"%"', "'%'", "「%」", "『%』", "«%»", "（%）", "《%》"])(
    "ends a link before its closing quote: %s",
    (quoted) => {
      const url = "https://e.example/a?b=c";
      expect(parsePlainText(quoted.replace("%", url))).toContainEqual({ kind: "link", text: url, url });
    },
  );

  it("leaves people's own text unchanged, except for links", () => {
    expect(parsePlainText("**no** javascript:alert(1) see http://a.example，好")).toEqual([
      { kind: "text", text: "**no** javascript:alert(1) see " },
      { kind: "link", text: "http://a.example", url: "http://a.example" },
      { kind: "text", text: "，好" },
    ]);
  });
});
