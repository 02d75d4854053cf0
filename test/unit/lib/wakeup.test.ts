import { describe, expect, it } from "vitest";
import { createGate } from "../../../src/lib/wakeup.ts";
import { createSteppedClock, settled } from "../../support/fault/stepped-clock.ts";

function setUp() {
  const clock = createSteppedClock();
  const stop = new AbortController();
  const gate = createGate(clock);
  const woken: string[] = [];
  const wait = (ms: number): Promise<number> => gate.wait(ms, stop.signal).then(() => woken.push("woken"));
  return { clock, stop, gate, woken, wait };
}

describe("a gate", () => {
  it("opens at a ring, and leaves nothing asleep", async () => {
    const { clock, gate, woken, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    expect(woken).toEqual([]);
    gate.ring();
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
    const { clock, gate, wait } = setUp();
    gate.ring();
    gate.ring();
    await wait(60_000);
    const second = wait(60_000);
    await settled();
    expect(clock.sleepers()).toBe(1);
    gate.ring();
    await second;
  });

  it("loses no ring that comes while the waiter is waking up", async () => {
    const { gate, woken, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    gate.ring();
    gate.ring();
    await waiting;
    // Whoever was woken looks at everything now, so the second ring needs no wait of its own.
    expect(woken).toEqual(["woken"]);
    gate.ring();
    await wait(60_000);
  });

  it("rejects with the signal's reason, also when it was rung before", async () => {
    const { clock, gate, stop, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    stop.abort(new Error("stopping"));
    await expect(waiting).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
    gate.ring();
    await expect(wait(60_000)).rejects.toThrow("stopping");
  });
});
