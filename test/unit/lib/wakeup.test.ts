import { describe, expect, it } from "vitest";
import { createWakeup } from "../../../src/lib/wakeup.ts";
import { createSteppedClock, settled } from "../../support/fault/stepped-clock.ts";

function setUp() {
  const clock = createSteppedClock();
  const stop = new AbortController();
  const wakeup = createWakeup(clock);
  const woken: string[] = [];
  const wait = (ms: number): Promise<number> => wakeup.wait(ms, stop.signal).then(() => woken.push("woken"));
  return { clock, stop, wakeup, woken, wait };
}

describe("a gate", () => {
  it("opens at a ring, and leaves nothing asleep", async () => {
    const { clock, wakeup, woken, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    expect(woken).toEqual([]);
    wakeup.ring();
    await waiting;
    expect(clock.sleepers()).toBe(0);
  });

  it("opens by itself when nobody rings", async () => {
    const { clock, woken, wait } = setUp();
    const waiting = wait(60_000);
    await clock.pass(59_999);
    expect(woken).toEqual([]);
    await clock.pass(1);
    await waiting;
  });

  it("keeps a ring for the next wait, once, however many there were", async () => {
    const { clock, wakeup, wait } = setUp();
    wakeup.ring();
    wakeup.ring();
    await wait(60_000);
    const second = wait(60_000);
    await settled();
    expect(clock.sleepers()).toBe(1);
    wakeup.ring();
    await second;
  });

  it("loses no ring that comes while the waiter is waking up", async () => {
    const { wakeup, woken, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    wakeup.ring();
    wakeup.ring();
    await waiting;
    // Whoever was woken looks at everything now, so the second ring needs no wait of its own.
    expect(woken).toEqual(["woken"]);
    wakeup.ring();
    await wait(60_000);
  });

  it("rejects with the signal's reason, also when it was rung before", async () => {
    const { clock, wakeup, stop, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    stop.abort(new Error("stopping"));
    await expect(waiting).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
    wakeup.ring();
    await expect(wait(60_000)).rejects.toThrow("stopping");
  });
});
