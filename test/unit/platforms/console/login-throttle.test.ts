import { describe, expect, it } from "vitest";
import { createLoginThrottle, type Visitor } from "../../../../src/platforms/console/routes/login-throttle.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const HOUR_MS = 3_600_000;
const stranger = (n: number): Visitor => ({ network: `2001:db8:${n.toString(16)}::/64`, device: undefined });

describe("wrong passwords from many networks", () => {
  it("make strangers wait, 45 seconds at most, but not people who have logged in before", () => {
    const clock = createManualClock();
    const throttle = createLoginThrottle(clock);
    for (let n = 0; n < 15; n += 1) {
      expect(throttle.waitMs(stranger(n))).toBe(0);
      throttle.wrong(stranger(n));
    }
    for (let n = 15; n < 60; n += 1) {
      const wait = throttle.waitMs(stranger(n));
      expect(wait).toBe(Math.min(1_000 * 2 ** (n - 15), 45_000));
      expect(throttle.waitMs({ network: stranger(n).network, device: "known" })).toBe(0);
      clock.advance(wait);
      expect(throttle.waitMs(stranger(n))).toBe(0);
      throttle.wrong(stranger(n));
    }
  });

  it("leave fewer than 100 guesses in any hour, however many networks take part", () => {
    const clock = createManualClock();
    const throttle = createLoginThrottle(clock);
    const tries: number[] = [];
    for (let n = 0; clock.elapsed() < createManualClock().elapsed() + 6 * HOUR_MS; n += 1) {
      clock.advance(throttle.waitMs(stranger(n)));
      throttle.wrong(stranger(n));
      tries.push(clock.elapsed());
    }
    const mostInAnHour = Math.max(
      ...tries.map((at) => tries.filter((other) => other >= at && other < at + HOUR_MS).length),
    );
    expect(mostInAnHour).toBeLessThanOrEqual(100);
  });

  it("keep a bounded memory of networks, and the count of all of them", () => {
    const clock = createManualClock();
    const throttle = createLoginThrottle(clock);
    for (let n = 0; n < 5; n += 1) throttle.wrong(stranger(0));
    expect(throttle.waitMs(stranger(0))).toBe(1_000);
    for (let n = 1; n <= 10_000; n += 1) throttle.wrong(stranger(n));
    expect(throttle.waitMs(stranger(0))).toBe(45_000);
    clock.advance(45_000);
    expect(throttle.waitMs(stranger(0))).toBe(0);
  });

  it("are forgotten after a quiet quarter of an hour", () => {
    const clock = createManualClock();
    const throttle = createLoginThrottle(clock);
    for (let n = 0; n < 30; n += 1) throttle.wrong(stranger(1));
    clock.advance(15 * 60_000);
    for (let n = 0; n < 5; n += 1) {
      expect(throttle.waitMs(stranger(1))).toBe(0);
      throttle.wrong(stranger(1));
    }
    expect(throttle.waitMs(stranger(1))).toBe(1_000);
  });
});
