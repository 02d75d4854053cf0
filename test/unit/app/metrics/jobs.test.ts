import { expect, it } from "vitest";
import { measuredJobs } from "../../../../src/app/metrics/jobs.ts";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import { OverQuotaError } from "../../../../src/core/account/quota/quota.ts";
import type { Job, JobStore } from "../../../../src/core/job/job-store.ts";
import { transition, type JobEvent } from "../../../../src/core/job/transition.ts";
import { createMemoryJobStore } from "../../../support/database/memory-job-store.ts";
import { aJob, aNewBatch, EPOCH } from "../../../support/database/jobs.ts";
import { totalOf } from "../../../support/metrics/samples.ts";

const later = (seconds: number): Date => new Date(EPOCH.getTime() + seconds * 1_000);

/** A measured store with one job, 60 s after it was accepted. `changes` replaces methods of the store behind it. */
function setUp(job: Partial<Job> = {}, changes: (store: JobStore) => Partial<JobStore> = () => ({})) {
  const meters = createMeters();
  const memory = createMemoryJobStore(aJob(job), () => later(60).getTime());
  const store = measuredJobs({ ...memory, ...changes(memory) }, meters);
  const total = async (name: string, labels?: Readonly<Record<string, string>>) =>
    totalOf(await meters.text(), name, labels);
  return { store, memory, total };
}

it("counts accepted requests, and their jobs as waiting or held", async () => {
  const { store, total } = setUp({}, () => ({ insertBatch: async () => "accepted" }));
  await store.insertBatch(aNewBatch());
  await store.insertBatch(aNewBatch({ held: { reasons: ["threshold"] } }));
  const model = "provider-a/image-2";
  expect(await total("easel_requests_accepted_total", { platform: "slack", service: "image", model })).toBe(2);
  expect(await total("easel_job_transitions_total", { state: "waiting" })).toBe(2);
  expect(await total("easel_job_transitions_total", { state: "held" })).toBe(2);
});

it("does not count an event that arrives a second time", async () => {
  const { store, total } = setUp({}, () => ({ insertBatch: async () => "known" }));
  await store.insertBatch(aNewBatch());
  expect(await total("easel_requests_accepted_total")).toBeUndefined();
});

it("counts what a quota refuses, and still refuses it", async () => {
  const { store, total } = setUp({}, () => ({
    insertBatch: async () => Promise.reject(new OverQuotaError([])),
  }));
  await expect(store.insertBatch(aNewBatch())).rejects.toThrow(OverQuotaError);
  expect(await total("easel_quota_refusals_total", { service: "image" })).toBe(1);
  expect(await total("easel_requests_accepted_total")).toBeUndefined();
});

it("measures how long a job waited for its slot, but not for a try after a refusal", async () => {
  const fresh = aJob({ waitingSince: EPOCH, submittedAt: later(4) });
  const refused = aJob({ waitingSince: EPOCH, submittedAt: later(400), refusals: 1 });
  const { store, total } = setUp({}, () => ({ claim: async () => [fresh, refused] }));
  expect(await store.claim("w", { image: "http://gateway.test", video: undefined })).toHaveLength(2);
  expect(await total("easel_job_transitions_total", { state: "submitting" })).toBe(2);
  expect(await total("easel_job_waiting_seconds_count", { service: "image" })).toBe(1);
  expect(await total("easel_job_waiting_seconds_sum", { service: "image" })).toBe(4);
});

async function written(event: JobEvent, job: Partial<Job>) {
  const world = setUp(job);
  const known = world.memory.current();
  const move = transition(known, event);
  if (!move) throw new Error("the event means nothing");
  await world.store.apply(known, move);
  return world;
}

it("measures the gateway's time when a job ends there", async () => {
  const { total } = await written(
    { type: "remote_completed", usage: undefined },
    { state: "running", submittedAt: later(10) },
  );
  expect(await total("easel_job_transitions_total", { state: "succeeded", model: "provider-a/image-2" })).toBe(1);
  expect(await total("easel_gateway_seconds_sum", { service: "image", state: "succeeded" })).toBe(50);
});

it("counts neither a change that leaves a job in its state nor one that another process made first", async () => {
  const { total } = await written({ type: "overdue" }, { state: "running" });
  expect(await total("easel_job_transitions_total")).toBeUndefined();
  const { store, memory, total: other } = setUp({ state: "running" });
  const move = transition(memory.current(), { type: "remote_completed", usage: undefined });
  const known = memory.current();
  memory.change({ fence: 7 });
  if (move) expect(await store.apply(known, move)).toBeUndefined();
  expect(await other("easel_job_transitions_total")).toBeUndefined();
});

it("counts take-overs, leases, and heartbeats that fail", async () => {
  const { store, memory, total } = setUp({}, () => ({
    takeOver: async () => ({ jobs: [aJob(), aJob()], batchIds: [], workspaces: [] }),
  }));
  await store.takeOver("w", false);
  await store.register("w");
  await store.beat("w");
  expect(await total("easel_heartbeat_failures_total")).toBe(0);
  memory.beats(async () => false);
  await store.beat("w");
  memory.beats(async () => Promise.reject(new Error("away")));
  await expect(store.beat("w")).rejects.toThrow("away");
  expect(await total("easel_heartbeat_failures_total")).toBe(2);
  expect(await total("easel_worker_leases_total")).toBe(1);
  expect(await total("easel_job_takeovers_total")).toBe(2);
});
