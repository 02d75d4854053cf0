import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fits } from "../../../../../src/core/account/policy/glob.ts";

describe("a glob", () => {
  it.each([
    ["*", "anything", true],
    ["*", "", true],
    ["image-2", "image-2", true],
    ["Image-2", "image-2", true],
    ["image-2", "image-2.5", false],
    ["image-2*", "image-2.5", true],
    ["*-720p", "gamma3.0-video-720p", true],
    ["*-720p", "gamma3.0-video-720p-x", false],
    ["provider-?/*", "provider-b/pro-image-3", true],
    ["provider-?/*", "provider-bc/pro-image-3", false],
    ["*a*b*c", "xaxbxbxc", true],
    ["*a*b*c", "xaxcxbx", false],
    ["?", "🦊", true],
    ["a.c", "abc", false],
    ["[ab]", "a", false],
    ["", "a", false],
    [" image-2 ", "image-2", true],
    ["a", "ab", false],
    ["a?", "a", false],
  ])("%j and %j: %s", (glob, name, expected) => {
    expect(fits(glob, name)).toBe(expected);
  });

  it("matches the name that it was derived from", () => {
    const letter = fc.constantFrom("a", "b", "-", "7");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(letter, fc.constantFrom("as it is", "one", "many")), { maxLength: 20 }),
        (parts) => {
          const name = parts.map(([one]) => one).join("");
          const glob = parts.map(([one, how]) => (how === "one" ? "?" : how === "many" ? "*" : one)).join("");
          expect(fits(glob, name)).toBe(true);
        },
      ),
    );
  });

  it("matches like the equivalent regular expression", () => {
    const text = fc.array(fc.constantFrom("a", "b"), { maxLength: 8 }).map((all) => all.join(""));
    const glob = fc.array(fc.constantFrom("a", "b", "*", "?"), { maxLength: 6 }).map((all) => all.join(""));
    fc.assert(
      fc.property(glob, text, (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`);
        expect(fits(pattern, name)).toBe(expression.test(name));
      }),
    );
  });

  it("resists patterns designed to be slow", () => {
    expect(fits(`${"*a".repeat(50)}b`, "a".repeat(200))).toBe(false);
  });
});
