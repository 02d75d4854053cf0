import { expect, it } from "vitest";
import { createDailyUploads } from "../../../../src/platforms/console/store/daily-uploads.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const HOUR_MS = 3_600_000;

it("sums each person's uploads of the last 24 hours", () => {
  const clock = createManualClock();
  const daily = createDailyUploads(clock);
  daily.add("member", 3);
  clock.advance(HOUR_MS);
  daily.add("member", 4);
  daily.add("member", 1);
  expect(daily.of("member")).toBe(8);
  expect(daily.of("admin")).toBe(0);
  clock.advance(23 * HOUR_MS - 1);
  expect(daily.of("member")).toBe(8);
  clock.advance(1);
  expect(daily.of("member")).toBe(5);
  clock.advance(HOUR_MS);
  expect(daily.of("member")).toBe(0);
});
