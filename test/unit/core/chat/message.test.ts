import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRichText } from "../../../../src/web/state/rich-text.ts";
import {
  channelMention,
  codeText,
  escapeText,
  MENTION,
  mentionedChannel,
  pressable,
  shortened,
  shortenedAtWord,
  viewTexts,
} from "../../../../src/core/chat/message.ts";

describe("text that people wrote", () => {
  it.each([
    ["**not bold**", String.raw`\*\*not bold\*\*`],
    ["snake_case `code` ~~gone~~", "snake\\_case \\`code\\` \\~\\~gone\\~\\~"],
    ["<@1> [a](b) ||c||", String.raw`\<@1\> \[a\](b) \|\|c\|\|`],
    [String.raw`C:\temp`, String.raw`C:\\temp`],
    ["a\nb\tc", "a\nb\tc"],
    [`a${MENTION}b`, "ab"],
    ["a\0\u0007b\u009Bc", "abc"],
    ["half \uD83E of one", "half \uFFFD of one"],
    ["cat\u202Egpj.exe", "catgpj.exe"],
    ["\u2067a\u2069\u200Fb\u061Cc\u202Ad\u202C", "abcd"],
    ["一只狐狸 🦊 👩‍🎨", "一只狐狸 🦊 👩‍🎨"],
  ])("%j is escaped: %j", (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  it("is shown as written, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const nodes = parseRichText(escapeText(text));
        expect(nodes.every((node) => node.kind === "text" || node.kind === "link")).toBe(true);
        const shown = nodes.map((node) => ("text" in node ? node.text : "")).join("");
        expect(shown).toBe(text.replaceAll(MENTION, "").replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, ""));
      }),
    );
  });

  it("stays between its backticks in code", () => {
    expect(codeText("a`b``c\nd \0e")).toBe("abc d e");
    expect(codeText(" a \n\t b ")).toBe("a b");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const code = codeText(text);
        expect(code).not.toMatch(/[`\n\0]/);
        if (code !== "") expect(parseRichText(`\`${code}\``)).toEqual([{ kind: "code", text: code }]);
      }),
    );
  });
});

describe("a mentioned channel", () => {
  it("is found by id at the beginning of a text", () => {
    expect(channelMention("C1")).toBe("\uE000#C1\uE000");
    expect(mentionedChannel(`${channelMention("C1")} and ${channelMention("C2")}`)).toBe("C1");
    expect(mentionedChannel(`in ${channelMention("C1")}`)).toBeUndefined();
    expect(mentionedChannel("#C1")).toBeUndefined();
  });
});

describe("shortened text", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["", 3, ""],
    ["a🦊", 3, "a🦊"],
    ["a🦊b", 3, "a…"],
    ["🦊🦊", 3, "🦊…"],
  ])("%j to %d is %j", (text, length, short) => {
    expect(shortened(text, length)).toBe(short);
  });

  it("is never longer than requested, and splits no character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 50 }), (text, length) => {
        const short = shortened(text, length);
        expect(short.length).toBeLessThanOrEqual(length);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a view", () => {
  const button = (id: string) => ({ id, label: "x", style: "primary" }) as const;

  it("is read out in order, without what is empty", () => {
    const sections = [{ heading: "a heading", facts: "a fact" }, {}, { text: "a text" }];
    expect(viewTexts({ text: "first", sections })).toBe("first\na heading\na fact\na text");
    expect(viewTexts({ text: "", sections: [{ text: "" }, { text: "only" }] })).toBe("only");
    expect(viewTexts({ text: "a message" })).toBe("a message");
  });

  it("can be pressed at its buttons and at its menus' choices", () => {
    const menu = { id: "m", label: "x", choices: [{ id: "three", label: "x" }] };
    const sections = [{ buttons: [button("one"), button("two")] }, { text: "none" }];
    expect(pressable({ sections, menus: [menu], buttons: [button("four")] })).toEqual(["one", "two", "three", "four"]);
    expect(pressable({})).toEqual([]);
  });
});

it.each([
  ["Settings of this workspace", 24, "Settings of this…"],
  ["Rules: this workspace", 24, "Rules: this workspace"],
  ["Rules, and more of them", 7, "Rules…"],
  ["Above a limit, members ask", 15, "Above a limit…"],
  ["一句没有空格的话", 5, "一句没有…"],
])("a label is cut between words where that leaves enough of it: %s", (text, max, cut) => {
  expect(shortenedAtWord(text, max)).toBe(cut);
});
