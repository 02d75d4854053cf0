import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { postKey, requestMessageOf } from "../../../../src/worker/delivery/result/post-key.ts";
import {
  asIntended,
  batchStatusOf,
  countsAsCancelled,
  isDeleted,
  isFetchable,
  LATE_ARTIFACT_MS,
} from "../../../../src/worker/delivery/batch-status.ts";
import type { Artifact, BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import { hasEnded, JOB_STATES, type JobState } from "../../../../src/core/job/job.ts";
import { MAX_COUNT } from "../../../../src/lib/limits.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";

const NOW = EPOCH.getTime();

/** A batch of jobs in these states. The artifact of a succeeded one became due this many milliseconds ago, or is fetched. */
function view(...jobs: readonly (JobState | { readonly dueForMs: number })[]): BatchView {
  const made: Artifact[] = [];
  const members = jobs.map((what, index) => {
    const job = aJob({ ordinal: index + 1, state: typeof what === "string" ? what : "succeeded" });
    if (job.state === "succeeded") {
      const dueForMs = typeof what === "string" ? undefined : what.dueForMs;
      made.push({
        jobId: job.id,
        state: dueForMs === undefined ? "fetched" : "due",
        content: undefined,
        failure: undefined,
        post: undefined,
        succeededAt: new Date(NOW - (dueForMs ?? 0)),
      });
    }
    return job;
  });
  return { batch: aBatch(), jobs: members, artifacts: made, posts: [] };
}

describe("the status of a batch", () => {
  it.each<[string, BatchView, Partial<ReturnType<typeof batchStatusOf>>]>([
    ["one still waits", view("succeeded", "waiting"), { ready: false, final: false, cancelled: false }],
    ["one runs", view("succeeded", "running"), { ready: false, final: false }],
    ["all are made and fetched", view("succeeded", "succeeded"), { ready: true, final: true, readyInMs: undefined }],
    ["one failed", view("succeeded", "failed"), { ready: true, final: true, cancelled: false }],
    ["one is unknown", view("succeeded", "unknown"), { ready: true, final: false }],
    ["some were cancelled", view("succeeded", "cancelled"), { ready: true, final: true, cancelled: false }],
    ["all were cancelled", view("cancelled", "cancelled"), { ready: true, final: true, cancelled: true }],
    [
      "one has just been made",
      view("succeeded", { dueForMs: 1_000 }),
      { ready: false, final: false, readyInMs: LATE_ARTIFACT_MS - 1_000 },
    ],
    [
      "two have just been made: the younger one is waited for",
      view({ dueForMs: 60_000 }, { dueForMs: 1_000 }),
      { ready: false, readyInMs: LATE_ARTIFACT_MS - 1_000 },
    ],
    [
      "one can't be fetched for too long",
      view("succeeded", { dueForMs: LATE_ARTIFACT_MS }),
      { ready: true, final: false, readyInMs: undefined },
    ],
    [
      "one can't be fetched for too long, and another one runs",
      view("running", { dueForMs: LATE_ARTIFACT_MS }),
      { ready: false, final: false },
    ],
  ])("%s", (_name, batchView, status) => {
    expect(batchStatusOf(batchView, NOW)).toMatchObject(status);
  });

  it("is final only when it is ready and every job has ended", () => {
    const member = fc.oneof(
      fc.constantFrom(...JOB_STATES),
      fc.record({ dueForMs: fc.integer({ min: 0, max: 2 * LATE_ARTIFACT_MS }) }),
    );
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: MAX_COUNT }), (members) => {
        const batchView = view(...members);
        const status = batchStatusOf(batchView, NOW);
        if (status.final) {
          expect(status.ready).toBe(true);
          expect(batchView.jobs.every((job) => hasEnded(job.state))).toBe(true);
        }
        if (status.readyInMs !== undefined) {
          expect(status.ready).toBe(false);
          const later = batchStatusOf(batchView, NOW + status.readyInMs);
          expect(later.readyInMs).toBeUndefined();
        }
      }),
    );
  });
});

describe("the key of a post", () => {
  it("is permanent, differs for every post, and fits every platform", () => {
    const ids = Array.from({ length: 50 }, () => randomUUID());
    const kinds = ["notice", "result", ...Array.from({ length: MAX_COUNT }, (_, index) => `late-${index + 1}`)];
    const keys = ids.flatMap((id) => kinds.map((kind) => postKey(id, kind)));
    expect(new Set(keys).size).toBe(keys.length);
    // Discord's nonce, the narrowest of all.
    for (const key of keys) expect(key).toMatch(/^[\w-]{23,25}$/);
    expect(postKey("8e0b8a50-1234-4abc-8def-0123456789ab", "late-10")).toBe("jguKUBI0SryN7wEjRWeJqwl10");
    expect(postKey("8e0b8a50-1234-4abc-8def-0123456789ab", "result")).toBe("jguKUBI0SryN7wEjRWeJqwr");
  });
});

describe("what a post replies to", () => {
  it("is the requesting message, if there is one", () => {
    const batch = aBatch({ requestMessage: "m-7" });
    expect(requestMessageOf(batch)).toEqual({ replyTo: { conversation: batch.conversation, id: "m-7" } });
    expect(requestMessageOf(aBatch({ requestMessage: undefined }))).toEqual({});
  });
});

describe("a job", () => {
  const asked = { cancelRequestedAt: EPOCH };

  it.each<[boolean, Partial<Job>]>([
    [true, { state: "cancelled" }],
    [true, { service: "video", state: "succeeded", ...asked }],
    [false, { service: "video", state: "succeeded" }],
    [false, { service: "video", state: "running", ...asked }],
    [false, { service: "image", state: "succeeded", ...asked }],
  ])("counts as cancelled (%s): %o", (isCancelled, changes) => {
    expect(countsAsCancelled(aJob(changes))).toBe(isCancelled);
  });

  it.each<[boolean, Partial<Artifact> | undefined]>([
    [true, { state: "due" }],
    [true, { state: "unretrievable" }],
    [true, { state: "unretrievable", failure: { reason: "unusable" } }],
    [false, { state: "unretrievable", failure: { reason: "expired" } }],
    [false, { state: "fetched" }],
    [false, undefined],
  ])("has an artifact that can still be fetched (%s): %o", (isStillThere, changes) => {
    const artifact = { jobId: "j-1", content: undefined, failure: undefined, post: undefined, succeededAt: EPOCH };
    expect(isFetchable(changes && { state: "due", ...artifact, ...changes })).toBe(isStillThere);
  });

  it.each([
    ["its own message is deleted", true, "late-2", { result: "posted", "late-2": "removed" }],
    ["only another message is deleted", false, "result", { result: "posted", "late-2": "removed" }],
    ["its message is being deleted", true, "result", { result: "removing" }],
    ["it came after the result was deleted", true, undefined, { result: "removed" }],
    ["no message shows it yet", false, undefined, {}],
  ] as const)("has a deleted artifact if %s: %o", (_when, deleted, post, states) => {
    const posts = Object.entries(states).map(([kind, state]) => ({ kind, state, messageId: undefined, awaited: [] }));
    expect(isDeleted({ posts }, { post })).toBe(deleted);
  });

  it("that was open when its result was intended stays open in it, and so does an artifact that another post carries", () => {
    const [carried, late] = [
      { post: "result" },
      { state: "fetched" as const, failure: { reason: "expired" as const } },
    ];
    const now = view("succeeded", "failed", "running", "succeeded");
    const [made, failed, running, other] = now.jobs;
    if (!made || !failed || !running || !other) throw new Error("there are four");
    const artifacts = now.artifacts.map((artifact, index) => ({ ...artifact, ...(index === 0 ? carried : late) }));
    const awaited = [failed.id, running.id];
    const then = asIntended({ ...now, artifacts }, { awaited });
    expect(then.jobs).toEqual([
      made,
      { ...failed, state: "unknown", endedAt: undefined, failure: undefined, settlement: "reserved" },
      running,
      other,
    ]);
    expect(then.artifacts).toEqual([artifacts[0], { ...artifacts[1], state: "due", failure: undefined }]);
  });
});
