import { expect, it } from "vitest";
import { beginOfDay, dayInput, daysBefore } from "../../../../src/web/state/dates/days.ts";

it("a day begins at midnight in the reader's time zone, in any year", () => {
  expect(beginOfDay("2026-02-28")).toBe(new Date(2026, 1, 28).getTime());
  expect(dayInput(beginOfDay("0050-07-01") ?? 0)).toBe("0050-07-01");
  expect(["", "2026-02", "tomorrow"].map(beginOfDay)).toEqual([undefined, undefined, undefined]);
});

it("days are counted back from the reader's own, over the end of a month", () => {
  const now = new Date(2026, 2, 3, 23, 59).getTime();
  expect([0, 3, 30].map((count) => dayInput(daysBefore(now, count)))).toEqual([
    "2026-03-03",
    "2026-02-28",
    "2026-02-01",
  ]);
});
