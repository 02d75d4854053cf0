import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MENTION_MARK } from "../../../src/platforms/console/api/api.ts";
import { parsePlainText, parseRichText, wordsOf } from "../../../src/web/state/rich-text.ts";
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
