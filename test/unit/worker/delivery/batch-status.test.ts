import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { postKey, requestMessageOf } from "../../../../src/worker/delivery/result/reference.ts";
import { batchStatusOf, LATE_ARTIFACT_MS } from "../../../../src/worker/delivery/batch-status.ts";
import type { Artifact, BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import { hasEnded, JOB_STATES, type JobState } from "../../../../src/core/job/job.ts";
import { MAX_COUNT } from "../../../../src/lib/limits.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";

const NOW = EPOCH.getTime();

/** A batch of jobs in these states; a made one is due since so many milliseconds ago, or fetched. */
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
