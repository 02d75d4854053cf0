import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { blockedIn as blockedInSaid, caseless } from "../../../../../src/core/account/policy/blocked-words.ts";

const blockedIn = (text: string, words: readonly string[]) => blockedInSaid(caseless(text), words);

describe("blocked words", () => {
  it.each([
    ["a red FOX in the snow", "fox"],
    ["fox", "Fox"],
    ["“fox”, and more", "fox"],
    ["a fox's den", "fox's"],
    ["a fox-hunt", "fox"],
    ["a red  fox", "red fox"],
    ["a_fox_", "fox"],
    ["ein fuß", "FUSS"],
    ["ΟΔΟΣ", "οδος"],
    ["красная лиса", "ЛИСА"],
    ["a ｆｏｘ", "fox"],
    ["a f\u200box", "fox"],
    ["cafe\u0301", "café"],
    ["一只红狐狸在雪地里", "狐狸"],
    ["雪の中の狐", "狐"],
    ["🦊 fox", "🦊"],
  ])("%j contains %j", (text, word) => {
    expect(blockedIn(text, ["nothing", word])).toEqual([word]);
  });

  it.each([
    ["a foxglove", "fox"],
    ["an outfox", "fox"],
    ["the red, fox", "red fox"],
    ["лисапед", "лиса"],
    ["anything", ""],
    ["", "fox"],
  ])("%j does not contain %j", (text, word) => {
    expect(blockedIn(text, [word])).toEqual([]);
  });

  it("are all reported", () => {
    expect(blockedIn("foxes and a fox and a cat", ["cat", "fox", "dog"])).toEqual(["cat", "fox"]);
  });

  it("are found exactly where a comparison of every part between two word boundaries finds them", () => {
    const letters = fc.array(fc.constantFrom("a", "b", ".", " ", "狐", "狸"), { maxLength: 12 });
    const text = letters.map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 6 }), (said, words) => {
        const clean = caseless(said);
        const starts = [...new Intl.Segmenter("und", { granularity: "word" }).segment(clean)].map(({ index }) => index);
        const edges = [...starts, clean.length];
        const parts = new Set(edges.flatMap((from) => edges.map((to) => clean.slice(from, Math.max(from, to)))));
        const present = words.filter((word) => caseless(word) !== "" && parts.has(caseless(word)));
        expect(blockedIn(said, words)).toEqual(present);
      }),
    );
  });

  it("are compared at word boundaries only, however often they occur between them", () => {
    const words = Array.from({ length: 100 }, (_, index) => "i".repeat(index + 1));
    // One word of 18,000 letters once it is normalised.
    const said = caseless("ⅲ".repeat(6_000));
    const reads = (["indexOf", "includes", "startsWith", "slice", "charCodeAt"] as const).map((name) => {
      const read = vi.spyOn(String.prototype, name);
      onTestFinished(() => read.mockRestore());
      return read;
    });
    expect(blockedInSaid(said, words)).toEqual([]);
    const count = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    // One read for each letter of the words, and for as many letters of the text as the longest word has.
    expect(count).toBeLessThanOrEqual(words.join("").length + 100);
  });
});
