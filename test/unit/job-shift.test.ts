import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { createGate } from "../../src/gate.ts";
import { createBus } from "../../src/job/bus.ts";
import { startShift, type ShiftContext } from "../../src/job/shift.ts";
import type { Job, JobStore, Owned, TakenOver } from "../../src/job/store.ts";
import { HEARTBEAT_MS, SWEEP_MS } from "../../src/limits.ts";
import { aJob, EPOCH } from "../support/jobs.ts";
import { createDeliveryWorld, tenBytes } from "../support/memory-delivery.ts";
import { createMemoryJobStore } from "../support/memory-job-store.ts";
import { createScriptedRemote } from "../support/scripted-remote.ts";
import { createSteppedClock } from "../support/stepped-clock.ts";
import { away, refused } from "../support/submitting.ts";

const WORKER = "worker-1";
const nothing: TakenOver = { jobs: [], batchIds: [], workspaces: [] };

/** A shift with one job that is this worker's in the database from the beginning. */
function setUpShift(answers: Partial<Pick<JobStore, "claim" | "takeOver" | "ownedBy">>) {
  const clock = createSteppedClock(EPOCH.getTime());
  const job: Job = aJob({ workerId: WORKER });
  const rows = createMemoryJobStore(job, clock.now);
  const store: JobStore = {
    ...rows,
    claim: async () => [],
    takeOver: async () => nothing,
    ownedBy: async () => ({ jobIds: [job.id], batchIds: [job.batchId] }),
    cancelsAskedOf: async () => [],
    overdueWaits: async () => [],
    readyBatches: async () => [],
    ...answers,
  };
  const remote = createScriptedRemote({ create: () => refused });
  const stop = new AbortController();
  const keep = vi.fn<ShiftContext["keep"]>(() => ({ poke() {}, progress() {}, done: new Promise(() => {}) }));
  const context: ShiftContext = {
    store,
    clock,
    random: () => 0,
    log: pino({ level: "silent" }),
    deliveries: createDeliveryWorld({ now: clock.now }).store,
    media: tenBytes,
    openBody: async (body) => body,
    keys: { secretOf: async () => "sk-secret" },
    remotes: { image: remote, video: undefined },
    bus: createBus(() => {}),
    onRefusal: async () => ({ retry: false }),
    baseUrls: () => ({ image: "http://gateway.test", video: undefined }),
    keep,
    work: createGate(clock),
  };
  const start = () => startShift(context, { workerId: WORKER, signal: stop.signal }, false);
  return { clock, job, rows, remote, keep, start, stop };
}

/** Does it the first time, and then does not answer. */
function losesItsFirstAnswer<T>(otherwise: T): () => Promise<T> {
  let calls = 0;
  return async () => {
    calls++;
    if (calls === 1) throw away;
    return otherwise;
  };
}

it.each([
  ["a claim", { claim: losesItsFirstAnswer<Job[]>([]) }],
  ["a takeover", { takeOver: losesItsFirstAnswer(nothing) }],
])("works on what %s gave it though the answer got lost, once", async (_what, answers) => {
  const { clock, job, rows, remote, keep, start, stop } = setUpShift(answers);
  start();
  await clock.until(() => rows.current().state === "failed");
  await clock.pass(60_000);
  expect(remote.calls).toEqual(["create"]);
  expect(keep.mock.calls.map(([batchId]) => batchId)).toEqual([job.batchId]);
  stop.abort();
});

it("keeps a batch of which it never learned that it was accepted, at once when it has a doubt", async () => {
  let owned: Owned = { jobIds: [], batchIds: [] };
  const { clock, job, keep, start, stop } = setUpShift({ ownedBy: async () => owned });
  const shift = start();
  await clock.pass(100);
  owned = { jobIds: [], batchIds: [job.batchId] };
  shift.recheck();
  await clock.pass(2 * SWEEP_MS);
  expect(keep.mock.calls.map(([batchId]) => batchId)).toEqual([job.batchId]);
  stop.abort();
});

it("asks no more often than the others are looked after once every statement that was given up must have ended", async () => {
  const ownedBy = vi.fn<JobStore["ownedBy"]>(async () => ({ jobIds: [], batchIds: [] }));
  const { clock, start, stop } = setUpShift({ claim: losesItsFirstAnswer<Job[]>([]), ownedBy });
  start();
  await clock.pass(5 * SWEEP_MS);
  expect(ownedBy.mock.calls.length).toBeGreaterThan(4);
  await clock.pass(30_000);
  const asked = ownedBy.mock.calls.length;
  await clock.pass(10 * HEARTBEAT_MS);
  expect(ownedBy.mock.calls.length - asked).toBeLessThanOrEqual(11);
  stop.abort();
});
