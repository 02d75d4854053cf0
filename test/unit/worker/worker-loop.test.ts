import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { createWakeup } from "../../../src/lib/wakeup.ts";
import { createBus } from "../../../src/core/job/bus.ts";
import {
  startWorkerLoop,
  type WorkerLoopContext,
  CLAIM_AT_ONCE_BELOW,
  CLAIM_TOGETHER_MS,
} from "../../../src/worker/worker-loop.ts";
import type { Job, JobStore, Owned, TakenOver } from "../../../src/core/job/job-store.ts";
import { HEARTBEAT_MS, SWEEP_MS } from "../../../src/lib/limits.ts";
import { aJob, aSnapshot, EPOCH } from "../../support/database/jobs.ts";
import { createDeliveryWorld } from "../../support/database/memory-delivery.ts";
import { createMemoryJobStore } from "../../support/database/memory-job-store.ts";
import { createScriptedRemote } from "../../support/gateway/scripted-remote.ts";
import { createSteppedClock, settled } from "../../support/fault/stepped-clock.ts";
import { away, refused } from "../../support/database/submitting.ts";

const WORKER = "worker-1";
const nothing: TakenOver = { jobs: [], batchIds: [], workspaces: [] };

/** A worker loop with one job, which the database assigns to this worker from the beginning. */
function setUpWorkerLoop(
  answers: Partial<Pick<JobStore, "claim" | "takeOver" | "ownedBy">>,
  changes: Partial<Job> = {},
) {
  const clock = createSteppedClock(EPOCH.getTime());
  const job: Job = aJob({ workerId: WORKER, ...changes });
  const rows = createMemoryJobStore(job, clock.now);
  const store: JobStore = {
    ...rows,
    claim: async () => [],
    takeOver: async () => nothing,
    ownedBy: async () => ({ jobIds: [job.id], batchIds: [job.batchId] }),
    cancelsAskedOf: async () => [],
    overdueWaits: async () => [],
    freeUnknownSlots: async () => {},
    readyBatches: async () => [],
    ...answers,
  };
  const remote = createScriptedRemote({ create: () => refused });
  const stop = new AbortController();
  const told: string[] = [];
  const keep = vi.fn<WorkerLoopContext["keep"]>(() => ({
    wake: () => void told.push("wake"),
    wakeForNotice: () => void told.push("notice"),
    progress: (_jobId, { phase }, isEcho) => void told.push(`${phase}${isEcho ? ", an echo" : ""}`),
    done: new Promise(() => {}),
  }));
  const context: WorkerLoopContext = {
    store,
    clock,
    random: () => 0,
    log: pino({ level: "silent" }),
    deliveries: createDeliveryWorld({ now: clock.now }).store,
    artifacts: { take: () => Promise.reject(new Error("nothing is made here")) },
    openBody: async (body) => body,
    keys: { secretOf: async () => "sk-secret" },
    remotes: { image: remote, video: remote },
    bus: createBus(() => {}),
    onRefusal: async () => ({ retry: false }),
    baseUrls: () => ({ image: "http://gateway.test", video: "http://gateway.test" }),
    keep,
    work: createWakeup(clock),
  };
  const start = () => startWorkerLoop(context, { workerId: WORKER, signal: stop.signal }, false);
  return { clock, job, rows, remote, keep, told, context, start, stop };
}

/** A call whose first answer is lost after it took effect. */
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
])("works once on the job of %s whose answer was lost", async (_what, answers) => {
  const { clock, job, rows, remote, keep, start, stop } = setUpWorkerLoop(answers);
  start();
  await clock.until(() => rows.current().state === "failed");
  await clock.pass(60_000);
  expect(remote.calls).toEqual(["create"]);
  expect(keep.mock.calls.map(([batchId]) => batchId)).toEqual([job.batchId]);
  stop.abort();
});

it("never sends a clip's create again, whatever goes wrong while looking for the first one's outcome", async () => {
  const { clock, rows, remote, start, stop } = setUpWorkerLoop(
    { claim: losesItsFirstAnswer<Job[]>([]) },
    { service: "video" },
  );
  const trouble = new Error("of a kind that nobody has seen");
  for (const method of ["apply", "find", "countTry"] as const) rows.fail(method, trouble, "before", 2);
  start();
  await clock.until(() => rows.current().state === "unknown");
  await clock.pass(60_000);
  expect(remote.calls).toEqual(["create"]);
  stop.abort();
});

it("reconciles a batch whose acceptance it never learned of, immediately on a recheck", async () => {
  let owned: Owned = { jobIds: [], batchIds: [] };
  const { clock, job, keep, start, stop } = setUpWorkerLoop({ ownedBy: async () => owned });
  const loop = start();
  await clock.pass(100);
  owned = { jobIds: [], batchIds: [job.batchId] };
  loop.recheck();
  await clock.pass(2 * SWEEP_MS);
  expect(keep.mock.calls.map(([batchId]) => batchId)).toEqual([job.batchId]);
  stop.abort();
});

it("returns to the normal rate once every abandoned statement must have ended", async () => {
  const ownedBy = vi.fn<JobStore["ownedBy"]>(async () => ({ jobIds: [], batchIds: [] }));
  const { clock, start, stop } = setUpWorkerLoop({ claim: losesItsFirstAnswer<Job[]>([]), ownedBy });
  start();
  await clock.pass(5 * SWEEP_MS);
  expect(ownedBy.mock.calls.length).toBeGreaterThan(4);
  await clock.pass(30_000);
  const asked = ownedBy.mock.calls.length;
  await clock.pass(10 * HEARTBEAT_MS);
  expect(ownedBy.mock.calls.length - asked).toBeLessThanOrEqual(11);
  stop.abort();
});

it("tells a batch's reconciler which progress is an echo of a job that runs here", async () => {
  const { clock, job, told, context, start, stop } = setUpWorkerLoop({
    ownedBy: async () => ({ jobIds: [], batchIds: [job.batchId] }),
    takeOver: async () => ({ ...nothing, batchIds: [job.batchId] }),
    claim: async () => (claims++ === 0 ? [job] : []),
  });
  let claims = 0;
  const sending = vi
    .spyOn(context.remotes.image ?? expect.unreachable(), "create")
    .mockReturnValue(new Promise(() => {}));
  start();
  await clock.until(() => sending.mock.calls.length === 1);
  const { id: jobId, batchId } = job;
  context.bus.publish({ jobId, batchId, snapshot: aSnapshot() });
  context.bus.heard({ jobId, batchId, snapshot: aSnapshot({ phase: "queued" }) });
  context.bus.heard({ jobId: "lives elsewhere", batchId, snapshot: aSnapshot({ phase: "queued" }) });
  expect(told).toEqual(["running", "queued, an echo", "queued"]);
  stop.abort();
});

it("wakes a batch's reconciler for its result only when none of its jobs runs here", async () => {
  const { clock, job, told, context, start, stop } = setUpWorkerLoop({
    ownedBy: async () => ({ jobIds: [], batchIds: [job.batchId] }),
    takeOver: async () => ({ ...nothing, batchIds: [job.batchId] }),
    claim: async () => (claims++ === 0 ? [job, { ...job, id: "other" }] : []),
  });
  let claims = 0;
  const answers = [Promise.withResolvers<typeof refused>(), Promise.withResolvers<typeof refused>()];
  const sending = vi.spyOn(context.remotes.image ?? expect.unreachable(), "create");
  for (const { promise } of answers) sending.mockReturnValueOnce(promise);
  const loop = start();
  await clock.until(() => sending.mock.calls.length === 2);
  loop.wake(job.batchId);
  expect(told).toEqual(["notice"]);
  answers[0]?.resolve(refused);
  await settled();
  loop.wake(job.batchId);
  expect(told).toEqual(["notice", "notice"]);
  answers[1]?.resolve(refused);
  await settled();
  expect(told).toEqual(["notice", "notice", "wake"]);
  loop.wake(job.batchId);
  expect(told.at(-1)).toBe("wake");
  stop.abort();
});

it.each([
  ["immediately if little is under way", 1, { least: 10, most: 10 }],
  ["in batches if much is under way", CLAIM_AT_ONCE_BELOW, { least: 1, most: 2 }],
])("claims %s", async (_how, underWay, { least, most }) => {
  const { clock, job, context, start, stop } = setUpWorkerLoop({
    ownedBy: async () => ({ jobIds: [], batchIds: [] }),
    claim: async () => {
      claims++;
      return claims === 1 ? Array.from({ length: underWay }, (_, index) => ({ ...job, id: `job-${index}` })) : [];
    },
  });
  let claims = 0;
  vi.spyOn(context.remotes.image ?? expect.unreachable(), "create").mockReturnValue(new Promise(() => {}));
  start();
  await clock.pass(CLAIM_TOGETHER_MS);
  const before = claims;
  for (let count = 0; count < 10; count++) {
    context.work.wake();
    await clock.pass(1);
  }
  await clock.pass(CLAIM_TOGETHER_MS);
  expect(claims - before).toBeGreaterThanOrEqual(least);
  expect(claims - before).toBeLessThanOrEqual(most);
  stop.abort();
});
