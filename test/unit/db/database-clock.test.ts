import { expect, it } from "vitest";
import { createDatabaseClock } from "../../../src/db/database-clock.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const HOUR_MS = 3_600_000;

it("uses the local time until the database has reported its time", () => {
  const wall = createManualClock();
  const clock = createDatabaseClock(wall);
  expect(clock.now()).toBe(wall.now());
  clock.learn(wall.now() + HOUR_MS);
  expect(clock.now()).toBe(wall.now() + HOUR_MS);
});

it.each([HOUR_MS, -HOUR_MS])("continues from there although the local clock is off by %i ms", (wrongMs) => {
  const wall = createManualClock();
  const clock = createDatabaseClock(wall);
  const then = wall.now();
  clock.learn(then);
  wall.setWrong(wrongMs);
  wall.advance(5_000);
  expect(clock.now()).toBe(then + 5_000);
});
