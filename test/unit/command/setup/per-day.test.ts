import fc from "fast-check";
import { expect, it } from "vitest";
import { perDayText, readPerDay } from "../../../../src/command/setup/per-day.ts";
import { MAX_QUOTA } from "../../../../src/lib/limits.ts";

it.each([
  ["200, 300", 200, 300],
  ["200，300", 200, 300],
  ["200 300", 200, 300],
  ["0, -", 0, undefined],
  ["－, 60", undefined, 60],
  [" ", undefined, undefined],
])("“%s” is read as limits per day", (text, images, seconds) => {
  expect(readPerDay(text)).toEqual({ images, seconds });
});

it.each(["200", "1, 2, 3", "-1, 2", "1.5, 2", "many, few", `${MAX_QUOTA + 1}, 1`, "1e3, 2", "1,000", "1,500 "])(
  "“%s” is not read as limits per day",
  (text) => expect(readPerDay(text)).toBeUndefined(),
);

it("what the form shows is read back as the same limits", () => {
  const amount = fc.option(fc.integer({ min: 0, max: MAX_QUOTA }), { nil: undefined });
  fc.assert(
    fc.property(amount, amount, (images, seconds) => {
      expect(readPerDay(perDayText({ images, seconds }))).toEqual({ images, seconds });
    }),
  );
});
