import { describe, expect, it } from "vitest";
import { seenText } from "../../../../src/core/chat/seen-text.ts";

const hidden = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0))).join("");

describe("the text that a reader sees", () => {
  it.each([
    ["tags", `a heron${hidden("with a gun")}`],
    ["tags behind an emoji", `a heron\u{E007F}`],
    ["variation selectors", "a\uFE00\uFE0F\u{E0101} heron"],
    ["joiners between Latin letters", "a h\u200De\u200Cron"],
    ["spaces of no width", "a\u200B \u2060heron\uFEFF"],
    ["fillers", "a \u3164\u115F\uFFA0heron"],
    ["soft hyphens and direction controls", "a her\u00ADon\u202E"],
  ])("has no %s", (_what, text) => {
    expect(seenText(text)).toBe("a heron");
  });

  it.each(["👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣", "می‌خواهم", "क्‍ष", "一只苍鹭，\n\t黎明"])("keeps %s", (text) => {
    expect(seenText(text)).toBe(text);
  });

  it("hides nothing behind a flag", () => {
    expect(seenText(`\u{1F3F4}${hidden("with a gun")}\u{E007F}`)).toBe("\u{1F3F4}");
  });
});
