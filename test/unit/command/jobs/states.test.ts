import { expect, it } from "vitest";
import { isOpen, shortId, stateText } from "../../../../src/command/jobs/states.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aJob, EPOCH } from "../../../support/database/jobs.ts";

const { jobs: say, notice } = en;
const asked = { cancelRequestedAt: EPOCH };
const declined = (by?: string): Partial<Job> => ({
  state: "failed",
  failure: { reason: "declined", ...(by === undefined ? {} : { by }) },
});
const unknown: Partial<Job> = { state: "failed", failure: { reason: "unknown_outcome" } };

it.each<[string, string, readonly Partial<Job>[]]>([
  ["one that is made", say.done(1, 1, 0), [{ state: "succeeded" }]],
  ["one that is made although it was cancelled", say.done(1, 1, 0), [{ state: "succeeded", ...asked }]],
  ["some that are made", say.done(2, 3, 1), [{ state: "succeeded" }, { state: "failed" }, { state: "succeeded" }]],
  ["one that failed", say.failed, [{ state: "failed" }, { state: "cancelled" }]],
  ["one that may have been made", say.neverKnown, [unknown, { state: "failed" }]],
  ["one that an admin declined", say.declined("Ada"), [declined("Ada"), unknown]],
  ["one that some admin declined", say.declined(en.failure.someAdmin), [declined()]],
  ["one that is no longer there", say.expired, [{ state: "cancelled" }, { state: "expired" }]],
  ["one that was cancelled", notice.cancelled, [{ state: "cancelled" }, { state: "cancelled" }]],
  ["a clip that could not be stopped", notice.cancelled, [{ service: "video", state: "succeeded", ...asked }]],
])("says the outcome of %s", (_what, text, changes) => {
  const jobs = changes.map((one) => aJob(one));
  expect(isOpen(jobs)).toBe(false);
  expect(stateText(jobs, en)).toBe(text);
});

it.each<[string, string, number, number]>([
  ["the only one", "made, not delivered", 1, 1],
  ["all", "2 of 2 made, not delivered", 2, 2],
  ["some", `${say.done(3, 3, 0)}, 1 not delivered`, 3, 1],
])("says that %s of the pictures could not be delivered", (_what, text, made, undelivered) => {
  const jobs = Array.from({ length: made }, () => aJob({ state: "succeeded" }));
  expect(stateText(jobs, en, undelivered)).toBe(text);
});

it.each<[string, string, readonly Partial<Job>[]]>([
  ["all held", notice.held, [{ state: "held" }, { state: "held" }]],
  ["all unknown", notice.unknown, [{ state: "unknown" }]],
  [
    "in different states",
    say.running(1, 4, 1),
    [{ state: "held" }, { state: "unknown" }, { state: "failed" }, { state: "succeeded" }],
  ],
  ["being cancelled", notice.cancelling, [{ state: "running", ...asked }, { state: "succeeded" }]],
  ["clips, which can't be stopped", notice.cannotStop, [{ service: "video", state: "running", ...asked }]],
  ["partly being cancelled", say.running(0, 2, 0), [{ state: "running", ...asked }, { state: "running" }]],
])("says that jobs are %s", (_what, text, changes) => {
  const jobs = changes.map((one) => aJob(one));
  expect(isOpen(jobs)).toBe(true);
  expect(stateText(jobs, en)).toBe(text);
});

it("shortens an id to what people type", () => {
  expect(shortId("0199a1b2-c3d4-7000-8000-0123456789ab")).toBe("0199a1b2");
});
