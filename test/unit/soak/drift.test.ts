import { describe, expect, it } from "vitest";
import { driftOf, type Reading } from "../../soak/drift.ts";

const readings = (residents: readonly number[]): Reading[] =>
  residents.map((residentBytes, at) => ({ at, residentBytes, descriptors: 20 }));

describe("a drift", () => {
  it("compares the medians of the first and the last fifth of the measured time", () => {
    const given = readings([900, 100, 100, 500, 0, 0, 0, 0, 0, 110, 110, 130]);
    expect(driftOf(given, "residentBytes", { from: 1, to: 11 })).toEqual({ from: 100, to: 110, share: 0.1 });
    expect(driftOf(given, "descriptors", { from: 1, to: 11 })).toEqual({ from: 20, to: 20, share: 0 });
  });

  it("compares what was read at other times as well", () => {
    const given: Reading[] = [
      ...readings([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
      { at: 1, heapBytes: 60 },
      { at: 9.5, heapBytes: 66 },
    ];
    expect(driftOf(given, "heapBytes", { from: 0, to: 10 })).toEqual({ from: 60, to: 66, share: 0.1 });
    expect(driftOf(given, "residentBytes", { from: 0, to: 10 })).toEqual({ from: 1, to: 1, share: 0 });
  });

  it("is negative if the figure went down", () => {
    expect(
      driftOf(readings([200, 200, 0, 0, 0, 0, 0, 0, 0, 100, 100]), "residentBytes", { from: 0, to: 10 })?.share,
    ).toBe(-0.5);
  });

  it("is unknown for a process that began later or ended earlier", () => {
    const given = readings([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(driftOf(given, "residentBytes", { from: -10, to: 9 })).toBeUndefined();
    expect(driftOf(given, "residentBytes", { from: 0, to: 20 })).toBeUndefined();
  });
});
