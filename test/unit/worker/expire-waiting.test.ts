import { pino } from "pino";
import { expect, it } from "vitest";
import type { Job } from "../../../src/core/job/job-store.ts";
import { UNKNOWN_LIMIT_MS, WAITING_LIMIT_MS } from "../../../src/lib/limits.ts";
import { expireWaiting } from "../../../src/worker/expire-waiting.ts";
import { aJob, EPOCH } from "../../support/database/jobs.ts";
import { createMemoryJobStore } from "../../support/database/memory-job-store.ts";
import { createSteppedClock } from "../../support/fault/stepped-clock.ts";

const said = { reason: "unknown_outcome", message: "try later" } as const;

it.each<[string, Partial<Job>, Partial<Job>]>([
  ["waited", { state: "waiting" }, { state: "failed", failure: { reason: "waited_too_long" } }],
  ["was held", { state: "held" }, { state: "failed", failure: { reason: "not_approved" } }],
  ["was unknown", { state: "unknown" }, { state: "failed", failure: { reason: "unknown_outcome" } }],
  ["was unknown, with the gateway's words", { state: "unknown", failure: said }, { state: "failed", failure: said }],
  [
    "was unknown, after an earlier failure",
    { state: "unknown", failure: { reason: "gateway_away" } },
    { state: "failed", failure: { reason: "unknown_outcome" } },
  ],
  ["was cancelled while it waited", { state: "waiting", cancelRequestedAt: EPOCH }, { state: "cancelled" }],
  ["was cancelled while it was held", { state: "held", cancelRequestedAt: EPOCH }, { state: "cancelled" }],
  [
    "was cancelled while it was unknown",
    { state: "unknown", cancelRequestedAt: EPOCH },
    { state: "failed", failure: { reason: "unknown_outcome" } },
  ],
])("ends a job that %s", async (_how, changes, after) => {
  const clock = createSteppedClock();
  const job = aJob(changes);
  const store = createMemoryJobStore(job, clock.now);
  store.overdueWaits = async (...limits) => {
    expect(limits).toEqual([WAITING_LIMIT_MS, UNKNOWN_LIMIT_MS]);
    return [job];
  };
  const context = { store, clock, random: () => 0.5, log: pino({ level: "silent" }) };
  await expireWaiting(context, new AbortController().signal);
  expect(store.current()).toMatchObject(after);
});
