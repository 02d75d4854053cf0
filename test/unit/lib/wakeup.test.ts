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

describe("a wakeup", () => {
  it("resolves at a wake, and leaves no timers", async () => {
    const { clock, wakeup, woken, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    expect(woken).toEqual([]);
    wakeup.wake();
    await waiting;
    expect(clock.sleepers()).toBe(0);
  });

  it("resolves by itself if nothing wakes it", async () => {
    const { clock, woken, wait } = setUp();
    const waiting = wait(60_000);
    await clock.pass(59_999);
    expect(woken).toEqual([]);
    await clock.pass(1);
    await waiting;
  });

  it("keeps a wake for the next wait, once, however many there were", async () => {
    const { clock, wakeup, wait } = setUp();
    wakeup.wake();
    wakeup.wake();
    await wait(60_000);
    const second = wait(60_000);
    await settled();
    expect(clock.sleepers()).toBe(1);
    wakeup.wake();
    await second;
  });

  it("loses no wake that arrives while the waiter is waking up", async () => {
    const { wakeup, woken, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    wakeup.wake();
    wakeup.wake();
    await waiting;
    // The woken waiter looks at everything now, so the second wake needs no wait of its own.
    expect(woken).toEqual(["woken"]);
    wakeup.wake();
    await wait(60_000);
  });

  it("rejects with the signal's reason, even after an earlier wake", async () => {
    const { clock, wakeup, stop, wait } = setUp();
    const waiting = wait(60_000);
    await settled();
    stop.abort(new Error("stopping"));
    await expect(waiting).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
    wakeup.wake();
    await expect(wait(60_000)).rejects.toThrow("stopping");
  });
});
