import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { holdLease, type Lease } from "../../../src/worker/lease.ts";
import { HEARTBEAT_MS, SELF_FENCE_MS, WORKER_EXPIRED_MS } from "../../../src/lib/limits.ts";
import { aJob } from "../../support/database/jobs.ts";
import { createMemoryJobStore } from "../../support/database/memory-job-store.ts";
import { aborted } from "../../support/gateway/scripted-remote.ts";
import { createSteppedClock, settled } from "../../support/fault/stepped-clock.ts";

const away = new DatabaseUnavailableError("away");

function setUp() {
  const clock = createSteppedClock();
  const store = createMemoryJobStore(aJob(), clock.now);
  const stop = new AbortController();
  const leases: Lease[] = [];
  const hold = (work?: (lease: Lease) => Promise<void>): Promise<string> =>
    holdLease(
      { store, clock, log: pino({ level: "silent" }) },
      async (lease) => {
        leases.push(lease);
        await (work ? work(lease) : aborted(lease.signal));
      },
      stop.signal,
    );
  const count = (method: "beat" | "register" | "retire"): number =>
    store.calls.filter((call) => call === method).length;
  return { clock, store, stop, leases, hold, count };
}

describe("a worker's lease", () => {
  it("lasts as long as heartbeats are confirmed", async () => {
    const { clock, hold, leases, count, stop } = setUp();
    const holding = hold();
    await clock.pass(60 * 60_000);
    expect(leases[0]?.signal.aborted).toBe(false);
    expect(count("register")).toBe(1);
    expect(count("beat")).toBe((60 * 60_000) / HEARTBEAT_MS);
    stop.abort(new Error("stopping"));
    await holding;
  });

  it("survives a forward change of the wall clock during a heartbeat", async () => {
    const { clock, store, hold, leases, stop } = setUp();
    store.beats(async () => {
      await clock.sleep(100);
      return true;
    });
    const holding = hold();
    await clock.pass(2 * HEARTBEAT_MS);
    clock.setWrong(3_600_000);
    await clock.pass(2 * HEARTBEAT_MS);
    expect(leases[0]?.signal.aborted).toBe(false);
    stop.abort(new Error("stopping"));
    await holding;
  });

  it("ends in time without heartbeats although the wall clock is set back", async () => {
    const { clock, store, hold, leases, stop } = setUp();
    const holding = hold();
    await clock.pass(2 * HEARTBEAT_MS);
    clock.setWrong(-3_600_000);
    store.fail("beat", away, "before", 50);
    await clock.pass(SELF_FENCE_MS);
    expect(leases[0]?.signal.aborted).toBe(true);
    stop.abort(new Error("stopping"));
    await holding;
  });

  it("ends at a stop: work stops before the worker retires, and no timers remain", async () => {
    const { clock, store, hold, stop } = setUp();
    const order: string[] = [];
    const holding = hold(async (lease) => {
      await aborted(lease.signal);
      await settled();
      order.push("down", ...store.calls.filter((call) => call === "retire"));
    });
    await settled();
    stop.abort(new Error("stopping"));
    await holding;
    expect(order).toEqual(["down"]);
    expect(store.calls.at(-1)).toBe("retire");
    expect(clock.sleepers()).toBe(0);
  });

  it("survives a stop while the database is unavailable", async () => {
    const { store, hold, leases, stop } = setUp();
    store.fail("retire", away, "before");
    const holding = hold();
    await settled();
    stop.abort(new Error("stopping"));
    await expect(holding).resolves.toBe(leases[0]?.workerId);
  });

  it("survives a short outage of the database", async () => {
    const { clock, store, hold, leases, stop } = setUp();
    const holding = hold();
    await clock.pass(HEARTBEAT_MS - 1);
    store.fail("beat", away, "before", 2);
    await clock.pass(60_000);
    expect(leases[0]?.signal.aborted).toBe(false);
    stop.abort(new Error("stopping"));
    await holding;
  });

  it.each([
    {
      name: "refused",
      beat: async (): Promise<boolean> => {
        throw away;
      },
    },
    { name: "never answered", beat: (): Promise<boolean> => new Promise(() => {}) },
  ])("ends by itself when its heartbeats are $name, before others may take over", async ({ beat }) => {
    const { clock, store, hold, leases, count } = setUp();
    const holding = hold();
    await clock.pass(3 * HEARTBEAT_MS);
    const lastConfirmed = clock.now();
    store.beats(beat);
    await clock.until(() => leases[0]?.signal.aborted ?? false);
    const silence = clock.now() - lastConfirmed;
    expect(silence).toBeGreaterThan(HEARTBEAT_MS);
    expect(silence).toBeLessThanOrEqual(SELF_FENCE_MS);
    expect(silence).toBeLessThan(WORKER_EXPIRED_MS);
    await holding;
    // It does not retire: it can't know whether its jobs can be taken over immediately.
    expect(count("retire")).toBe(0);
    expect(clock.sleepers()).toBe(0);
  });

  it("counts a confirmation from its request, not from its arrival", async () => {
    const { clock, store, hold, leases } = setUp();
    const holding = hold();
    let answer: (alive: boolean) => void = () => {};
    store.beats(() => new Promise((resolve) => (answer = resolve)));
    await clock.pass(HEARTBEAT_MS);
    const asked = clock.now();
    await clock.pass(4_000);
    store.beats(() => new Promise(() => {}));
    answer(true);
    await clock.until(() => leases[0]?.signal.aborted ?? false);
    expect(clock.now() - asked).toBeLessThanOrEqual(SELF_FENCE_MS);
    await holding;
  });

  it("ends when another process has declared it dead", async () => {
    const { clock, store, hold, leases, count } = setUp();
    const holding = hold();
    store.beats(async () => false);
    await clock.pass(HEARTBEAT_MS);
    expect(leases[0]?.signal.aborted).toBe(true);
    await holding;
    expect(count("retire")).toBe(0);
  });

  it("rejects with the work's error, and stops the heartbeats", async () => {
    const { clock, hold } = setUp();
    const holding = hold(async () => {
      throw new Error("the work is broken");
    });
    await expect(holding).rejects.toThrow("the work is broken");
    expect(clock.sleepers()).toBe(0);
  });

  it("starts no work if it can't be registered", async () => {
    const { store, hold, leases } = setUp();
    store.fail("register", away, "before");
    await expect(hold()).rejects.toBe(away);
    expect(leases).toEqual([]);
  });
});
