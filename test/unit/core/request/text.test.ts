import { describe, expect, it } from "vitest";
import { billedSeconds, roundedSeconds } from "../../../../src/core/request/billing.ts";
import { countCharacters, hasAtMostCharacters } from "../../../../src/core/request/characters.ts";
import { isMp3Address, isMp3Name } from "../../../../src/core/request/reference-address.ts";
import {
  mayHoldPlaceholders,
  readPlaceholder,
  storedMediaPlaceholder,
} from "../../../../src/core/request/stored-media.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

describe("the characters of a text", () => {
  it.each([
    ["", 0],
    ["fox", 3],
    ["狐狸", 2],
    ["🦊", 1],
    ["🦊🦊a", 3],
    // The first and the last character outside the basic plane.
    ["\u{10000}\u{10FFFF}", 2],
    // Unpaired surrogates count as one each.
    ["\uD800", 1],
    ["\uDC00", 1],
    ["\uDBFF\uD800", 2],
    ["\uDC00\uDFFF", 2],
    ["a\uDC00", 2],
    ["\uD800a", 2],
    // Neighbours of the two ranges.
    ["\uD7FF\uDC00", 2],
    ["\uD800\uE000", 2],
    ["\uE000\uDC00", 2],
    ["\uDBFF\uDFFF", 1],
    ["\uD800\uDC00", 1],
  ])("of %j are %i", (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it.each([
    ["abc", 3, true],
    ["abcd", 3, false],
    ["🦊🦊🦊", 3, true],
    ["🦊🦊🦊🦊", 3, false],
    ["🦊🦊ab", 3, false],
    ["🦊🦊a", 3, true],
    ["", 0, true],
  ])("of %j are at most %i: %s", (text, max, isAtMost) => {
    expect(hasAtMostCharacters(text, max)).toBe(isAtMost);
  });
});

describe("a reference that must be MP3", () => {
  it.each([
    ["https://media.test/fox.mp3", true],
    ["https://media.test/fox.MP3", true],
    ["https://media.test/fox.mp3?expires=1&sig=a", true],
    ["https://media.test/fox.mp3#end", true],
    ["https://media.test/fox.wav", false],
    ["https://media.test/fox.wav?name=fox.mp3", false],
    ["https://media.test/.mp3/fox", false],
    ["fox.mp3", false],
    ["", false],
  ])("has an address whose path ends with .mp3: %s %s", (address, isMp3) => {
    expect(isMp3Address(address)).toBe(isMp3);
  });

  it("has a name that ends with .mp3, in any case", () => {
    expect(isMp3Name("Fox.Mp3")).toBe(true);
    expect(isMp3Name(".mp3.wav")).toBe(false);
  });
});

describe("a clip's billed seconds", () => {
  it.each([
    [10, [], 10],
    // The contract's example.
    [10, [aClip(5)], 15],
    [10, [aClip(5), aClip(3)], 18],
    [10, [aClip(4.01)], 15],
    [10, [aClip(5.000_000_1)], 15],
    [10, [aPicture(), aSound({ seconds: 7 })], 10],
    [10, [aClip(5, { seconds: undefined })], 10],
  ])("%i seconds and its reference videos: %#", (seconds, references, billed) => {
    expect(billedSeconds(seconds, references)).toBe(billed);
  });

  it("rounds up, ignoring frame noise", () => {
    expect([4, 4.000_000_1, 4.01, 4.99].map(roundedSeconds)).toEqual([4, 4, 5, 5]);
  });
});

describe("the placeholder of stored media in a body", () => {
  const hash = "0123456789abcdef".repeat(4);

  it("is parsed back into its content", () => {
    const placeholder = storedMediaPlaceholder({ hash, mimeType: "image/png" });
    expect(placeholder).toBe(`easel-media:${hash}:image/png`);
    expect(readPlaceholder(placeholder)).toEqual({ hash, mimeType: "image/png" });
    expect(readPlaceholder(`easel-media:${hash}:image/svg+xml`)).toEqual({ hash, mimeType: "image/svg+xml" });
    expect(mayHoldPlaceholders(`{"images":["${placeholder}"]}`)).toBe(true);
  });

  it.each([
    ["a data URL", "data:image/png;base64,AAAA"],
    ["a hash that is too short", `easel-media:${hash.slice(1)}:image/png`],
    ["no type", `easel-media:${hash}:`],
    ["a type of one word", `easel-media:${hash}:image`],
    ["something before it", ` easel-media:${hash}:image/png`],
    ["something after it", `easel-media:${hash}:image/png;x`],
    ["a number", 7],
    ["a list with one in it", [`easel-media:${hash}:image/png`]],
    ["nothing", undefined],
  ])("is not %s", (_what, value) => {
    expect(readPlaceholder(value)).toBeUndefined();
  });

  it("is not searched for in a body without any", () => {
    expect(mayHoldPlaceholders('{"prompt":"a fox"}')).toBe(false);
  });
});
