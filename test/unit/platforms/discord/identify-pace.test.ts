import { describe, expect, it } from "vitest";
import { createIdentifyPace } from "../../../../src/platforms/discord/connect/identify-pace.ts";
import { DAY_MS } from "../../../../src/lib/limits.ts";
import { createSteppedClock } from "../../../support/fault/stepped-clock.ts";

const { signal } = new AbortController();
const silent = { warn: () => {} };

describe("sessions that end at once", () => {
  it("are replaced three times without a rest, and then after longer and longer ones", async () => {
    const clock = createSteppedClock();
    const pace = createIdentifyPace(clock, () => 1, silent);
    for (let session = 0; session < 10; session++) await clock.finish(pace.turn(0, signal));
    expect(clock.sleeps).toEqual([5, 10, 20, 40, 80, 160, 240].map((seconds) => seconds * 1_000));
  });

  it("tell operators how long the next one waits", async () => {
    const clock = createSteppedClock();
    const waits: unknown[] = [];
    const pace = createIdentifyPace(clock, () => 1, { warn: (fields: unknown) => void waits.push(fields) });
    for (let session = 0; session < 5; session++) await clock.finish(pace.turn(0, signal));
    expect(waits).toEqual([{ seconds: 5 }, { seconds: 10 }]);
  });

  it("never use up Discord's 1,000 identifies a day", async () => {
    const clock = createSteppedClock();
    const pace = createIdentifyPace(clock, () => 0, silent);
    const end = clock.elapsed() + DAY_MS;
    let sessions = 0;
    for (; clock.elapsed() < end; sessions++) await clock.finish(pace.turn(0, signal));
    expect(sessions).toBeLessThan(800);
  });

  it("delay no other shard", async () => {
    const clock = createSteppedClock();
    const pace = createIdentifyPace(clock, () => 1, silent);
    for (const shard of [0, 1, 2, 3]) for (let session = 0; session < 3; session++) await pace.turn(shard, signal);
    expect(clock.sleeps).toEqual([]);
  });
});

it("a session that lasts ends the rests", async () => {
  const clock = createSteppedClock();
  const pace = createIdentifyPace(clock, () => 1, silent);
  for (let session = 0; session < 3; session++) await pace.turn(0, signal);
  clock.advance(10 * 60_000);
  for (let session = 0; session < 3; session++) await pace.turn(0, signal);
  expect(clock.sleeps).toEqual([]);
});

it("a new connection waits until each of its shards may identify", async () => {
  const clock = createSteppedClock();
  const pace = createIdentifyPace(clock, () => 1, silent);
  await pace.rested(signal);
  for (let session = 0; session < 3; session++) await pace.turn(1, signal);
  await pace.turn(0, signal);
  await clock.finish(pace.rested(signal));
  expect(clock.sleeps).toEqual([5_000]);
});
