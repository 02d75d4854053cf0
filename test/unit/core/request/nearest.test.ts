import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest } from "../../../../src/core/request/nearest.ts";

const NAMES = ["prompt", "model", "size", "aspect_ratio", "quality", "count", "format", "background"];

describe("the nearest name", () => {
  it.each([
    ["size", "size"],
    ["SIZE", "size"],
    ["siz", "size"],
    ["siez", "size"],
    ["sizee", "size"],
    ["cuont", "count"],
    ["modle", "model"],
    ["aspectratio", "aspect_ratio"],
    ["backgruond", "background"],
    // Not similar, but contained.
    ["ratio", "aspect_ratio"],
    ["ground", "background"],
    ["kgr", "background"],
  ])("to %s is %s", (word, name) => {
    expect(nearest(word, NAMES)).toBe(name);
  });

  it.each(["", "x", "zz", "seed", "negative_prompt_weight", "__proto__", "狐狸"])("to %j does not exist", (word) => {
    expect(nearest(word, NAMES)).toBeUndefined();
  });

  it("is the first of equally similar ones, and counts swapped letters as one edit", () => {
    expect(nearest("cat", ["bat", "hat"])).toBe("bat");
    expect(nearest("ab", ["ba"])).toBe("ba");
    expect(nearest("abcd", ["badc"])).toBeUndefined();
    expect(nearest("abcdef", ["badcef"])).toBe("badcef");
    expect(nearest("abcdef", ["badcfe"])).toBeUndefined();
  });

  it("does not exist without names", () => {
    expect(nearest("size", [])).toBeUndefined();
  });

  it("is always one of the names, is found quickly, and is the given name itself if it exists", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (word) => {
        expect([undefined, ...NAMES]).toContain(nearest(word, NAMES));
      }),
    );
    for (const name of NAMES) expect(nearest(name, NAMES)).toBe(name);
    const started = performance.now();
    nearest("x".repeat(100_000), NAMES);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
