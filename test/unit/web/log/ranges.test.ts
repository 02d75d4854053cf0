import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addRange, newestRange, rangeAt, type Range } from "../../../../src/web/state/log/ranges.ts";

const range = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 10 }), fc.boolean())
  .map(([from, length, isNewest]): Range => ({ from, to: isNewest ? Infinity : from + length }));

describe("the loaded parts of a channel", () => {
  it("contain exactly the positions that were added, separately and in order", () => {
    fc.assert(
      fc.property(fc.array(range), (added) => {
        const ranges = added.reduce(addRange, [] as readonly Range[]);
        for (let position = 0; position < 60; position += 1) {
          const isLoaded = added.some(({ from, to }) => from <= position && position <= to);
          expect(rangeAt(ranges, position) !== undefined).toBe(isLoaded);
        }
        for (const [index, { from }] of ranges.entries()) {
          const before = ranges[index - 1];
          // Between two parts, something is missing.
          if (before) expect(from).toBeGreaterThan(before.to + 1);
        }
      }),
    );
  });

  it("become one when a page joins them, and end with the newest message if one does", () => {
    const apart = addRange(addRange([], { from: 90, to: Infinity }), { from: 20, to: 30 });
    expect(apart).toEqual([
      { from: 20, to: 30 },
      { from: 90, to: Infinity },
    ]);
    expect(newestRange(apart)).toEqual({ from: 90, to: Infinity });
    expect(newestRange([{ from: 20, to: 30 }])).toBeUndefined();
    expect(addRange(apart, { from: 31, to: 89 })).toEqual([{ from: 20, to: Infinity }]);
  });
});
