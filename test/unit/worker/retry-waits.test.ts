import { describe, expect, it } from "vitest";
import { createRetryWaits } from "../../../src/worker/retry-waits.ts";
import { createManualClock } from "../../support/manual-clock.ts";

function setUp() {
  const clock = createManualClock();
  const waits = createRetryWaits(clock);
  const stop = new AbortController();
  const ended: string[] = [];
  const sleep = (batchId: string, ms = 1_000, name = batchId): Promise<void> =>
    waits.sleep(batchId, ms, stop.signal).then(
      () => void ended.push(name),
      (reason: unknown) => void ended.push(`${name}: ${reason instanceof Error ? reason.message : String(reason)}`),
    );
  return { clock, waits, stop, ended, sleep };
}

/** Runs everything that doesn't need the clock. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

describe("the wait before the next try", () => {
  it("ends when its time is up", async () => {
    const { clock, ended, sleep } = setUp();
    void sleep("b-1");
    clock.advance(999);
    await settle();
    expect(ended).toEqual([]);
    clock.advance(1);
    await settle();
    expect(ended).toEqual(["b-1"]);
  });

  it("ends early for every job of a woken batch, and for no other batch", async () => {
    const { clock, waits, ended, sleep } = setUp();
    void sleep("b-1", 1_000, "first");
    void sleep("b-1", 2_000, "second");
    void sleep("b-2");
    waits.wake("b-1");
    await settle();
    expect(ended).toEqual(["first", "second"]);
    expect(clock.sleepers()).toBe(1);
  });

  it("can end early after another job of the batch has continued", async () => {
    const { clock, waits, ended, sleep } = setUp();
    void sleep("b-1", 1_000, "first");
    void sleep("b-1", 2_000, "second");
    clock.advance(1_000);
    await settle();
    expect(ended).toEqual(["first"]);
    waits.wake("b-1");
    await settle();
    expect(ended).toEqual(["first", "second"]);
  });

  it("starts over after a batch was woken", async () => {
    const { clock, waits, ended, sleep } = setUp();
    waits.wake("b-1");
    void sleep("b-1");
    await settle();
    expect(ended).toEqual([]);
    waits.wake("b-1");
    await settle();
    void sleep("b-1", 1_000, "again");
    await settle();
    expect(ended).toEqual(["b-1"]);
    clock.advance(1_000);
    await settle();
    expect(ended).toEqual(["b-1", "again"]);
  });

  it("rejects with the signal's reason", async () => {
    const { stop, ended, sleep } = setUp();
    void sleep("b-1");
    stop.abort(new Error("shutting down"));
    await settle();
    expect(ended).toEqual(["b-1: shutting down"]);
  });
});
