import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailableError, EaselError } from "../../../src/lib/errors.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import type { JobEvent } from "../../../src/core/job/transition.ts";
import { writeEvent, type WriteContext } from "../../../src/worker/write-transition.ts";
import { retryUntilAvailable } from "../../../src/lib/retry-until-available.ts";
import { aJob } from "../../support/database/jobs.ts";
import { createMemoryJobStore } from "../../support/database/memory-job-store.ts";
import { createSteppedClock, settled } from "../../support/fault/stepped-clock.ts";

const away = new DatabaseUnavailableError("away");
const created: JobEvent = {
  type: "created",
  remoteId: "r-1",
  requestId: undefined,
  guidance: undefined,
  deadlineMs: 60_000,
};
const completed: JobEvent = { type: "remote_completed", usage: undefined };

function setUp(changes: Partial<Job> = {}) {
  const clock = createSteppedClock();
  const job = aJob(changes);
  const store = createMemoryJobStore(job, clock.now);
  const context: WriteContext = { store, clock, random: () => 0.5, log: pino({ level: "silent" }) };
  const stop = new AbortController();
  const write = (event: JobEvent): Promise<Job | undefined> => writeEvent(job, event, context, stop.signal);
  return { clock, job, store, context, stop, write };
}

describe("writing a job's event", () => {
  it("returns the job in its new state", async () => {
    const { write, job } = setUp();
    expect(await write(created)).toStrictEqual({ ...job, state: "running", remoteId: "r-1" });
  });

  it("makes no call for an event without effect", async () => {
    const { write, store } = setUp({ state: "succeeded" });
    expect(await write(created)).toBeUndefined();
    expect(store.calls).toEqual([]);
  });

  it("loses nothing while the database is unavailable, and waits longer each time up to a limit", async () => {
    const { write, store, clock } = setUp();
    store.fail("apply", away, "before", 12);
    expect(await clock.finish(write(created))).toMatchObject({ state: "running", remoteId: "r-1" });
    expect(clock.sleeps).toHaveLength(12);
    expect(clock.sleeps).toEqual(clock.sleeps.toSorted((one, other) => one - other));
    expect(Math.max(...clock.sleeps)).toBeLessThanOrEqual(5_000);
  });

  it.each([
    { name: "an id", state: "submitting", event: created, after: "running" },
    { name: "a success", state: "running", event: completed, after: "succeeded" },
    { name: "a refusal", state: "submitting", event: { type: "not_sent", delayMs: 1_000 }, after: "waiting" },
    { name: "a cancellation", state: "waiting", event: { type: "cancel_requested" }, after: "cancelled" },
  ] as const)("counts $name as written if its confirmation was lost", async ({ state, event, after }) => {
    const { write, store, clock } = setUp({ state });
    store.fail("apply", away, "after");
    expect(await clock.finish(write(event))).toMatchObject({ state: after });
    expect(store.applied).toHaveLength(1);
  });

  it("reads again as often as necessary if the database fails between two calls", async () => {
    const { write, store, clock } = setUp();
    store.fail("apply", away, "after");
    store.fail("find", away, "before", 3);
    expect(await clock.finish(write(created))).toMatchObject({ state: "running" });
  });

  it("writes nothing for a worker that lost the job", async () => {
    const { write, store } = setUp({ state: "running" });
    store.change({ fence: 2 });
    expect(await write(completed)).toBeUndefined();
    expect(store.current().state).toBe("running");
  });

  it("writes an id even for a worker that lost the job, regardless of the fence", async () => {
    const { write, store } = setUp();
    store.change({ fence: 7, state: "unknown" });
    expect(await write(created)).toMatchObject({ state: "running", remoteId: "r-1", fence: 7 });
  });

  it("decides again when a cancellation and the claim cross", async () => {
    const { write, store } = setUp({ state: "waiting", fence: 0 });
    store.change({ state: "submitting", fence: 1 });
    const written = await write({ type: "cancel_requested" });
    expect(written?.state).toBe("submitting");
    expect(written?.cancelRequestedAt).toBeDefined();
  });

  it("leaves the id to the current worker if another one stored it first", async () => {
    const { write, store } = setUp();
    store.change({ state: "running", remoteId: "r-1" });
    expect(await write(created)).toMatchObject({ state: "running", remoteId: "r-1" });
    expect(store.applied).toEqual([]);
  });

  it("has nothing to write if the job has ended in the meantime", async () => {
    const { write, store } = setUp({ state: "running" });
    store.change({ state: "cancelled" });
    expect(await write(completed)).toBeUndefined();
  });

  it("rejects with an error that a retry can't fix", async () => {
    const { write, store, clock } = setUp();
    store.fail("apply", new EaselError("broken", "no such column"), "before");
    await expect(write(created)).rejects.toThrow("no such column");
    expect(clock.sleeps).toEqual([]);
  });

  it("stops waiting for the database when told to, and leaves no timers", async () => {
    const { write, store, clock, stop } = setUp();
    store.fail("apply", away, "before", 100);
    const writing = write(created);
    await settled();
    expect(clock.sleepers()).toBe(1);
    stop.abort(new Error("stopping"));
    await expect(writing).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
  });
});

describe("retrying until there is an answer", () => {
  it("passes the answer on", async () => {
    const { clock, stop, context } = setUp();
    let asked = 0;
    const ask = async (): Promise<string> => {
      asked++;
      if (asked < 4) throw away;
      return "yes";
    };
    expect(await clock.finish(retryUntilAvailable(ask, context, stop.signal))).toBe("yes");
    expect(asked).toBe(4);
  });
});
