import { expect, it } from "vitest";
import { doneShare, durationLabel } from "../../../src/web/state/moments.ts";

it.each([
  ["the gateway's percentage", { percent: 40, begunAt: 0, expectedAt: 10 }, 9, 0.4],
  ["the elapsed share of the expected time", { begunAt: 1_000, expectedAt: 5_000 }, 2_000, 0.25],
  ["never the end by time alone", { begunAt: 1_000, expectedAt: 5_000 }, 9_000, 0.95],
  ["nothing before it began, by another clock", { begunAt: 1_000, expectedAt: 5_000 }, 0, 0],
  ["unknown without an expected time", { begunAt: 1_000 }, 2_000, undefined],
  ["unknown while it waits", { expectedAt: 5_000 }, 2_000, undefined],
])("what is done of an item is %s", (_name, item, now, share) => {
  expect(doneShare(item, now)).toBe(share);
});

it("a duration is short, in seconds and then in minutes", () => {
  expect([-5, 42_900, 89_000, 90_000, 600_000].map((ms) => durationLabel(ms, "en"))).toEqual([
    "0 sec",
    "42 sec",
    "89 sec",
    "2 min",
    "10 min",
  ]);
  expect(durationLabel(42_000, "zh-CN")).toBe("42秒");
});
