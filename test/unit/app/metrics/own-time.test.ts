import { expect, it } from "vitest";
import { ownMs } from "../../../../src/app/metrics/own-time.ts";

const at = (ms: number): Date => new Date(ms);
const job = (waitingSince: number, submittedAt?: number, endedAt?: number) => ({
  waitingSince: at(waitingSince),
  submittedAt: submittedAt === undefined ? undefined : at(submittedAt),
  endedAt: endedAt === undefined ? undefined : at(endedAt),
});

it.each([
  ["all of it before any create", [job(0)], 10, 10],
  ["what is before the create and after the end", [job(0, 2, 7)], 10, 5],
  ["nothing while any of several jobs is at the gateway", [job(0, 1, 5), job(0, 3, 8)], 10, 3],
  ["the gap between two jobs", [job(0, 6, 9), job(0, 1, 4)], 10, 4],
  ["nothing for a job within another's time", [job(0, 1, 9), job(0, 2, 3)], 10, 2],
  ["nothing for a job that has not ended", [job(0, 4)], 10, 4],
  ["not the time before an approval", [job(6, 7, 9)], 10, 2],
  ["nothing for an end that is later than now", [job(0, 1, 20)], 10, 1],
  ["nothing without jobs", [], 10, 0],
])("is %s", (_what, jobs, now, own) => {
  expect(ownMs(jobs, now)).toBe(own);
});
