import { expect, it } from "vitest";
import { en } from "../../../../src/text/en/index.ts";
import { failureReason } from "../../../../src/text/render/failures.ts";
import { noticeMessage } from "../../../../src/worker/delivery/notice/notice.ts";
import type { BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import { DEADLY_AFTER } from "../../../../src/lib/limits.ts";
import type { Locale } from "../../../../src/lib/locale.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";

const NOW = EPOCH.getTime();

it("says why a job waits and, if known, until when", () => {
  const until = new Date(NOW + 60_000);
  const clip = aJob({ state: "waiting", service: "video" });
  const item = (changes: Partial<BatchView>, job = clip, locale: Locale = "en") =>
    noticeMessage({ batch: aBatch({ locale }), jobs: [job], artifacts: [], posts: [], ...changes }, new Map(), NOW)
      .progress?.items[0];
  const slots = (of: number, unknown: number) =>
    ({ waitingFor: { kind: "slots", of, unknown, until: unknown > 0 ? until : undefined } }) as const;
  expect(item({})).toEqual({ state: "waiting", label: "starting" });
  expect(item(slots(4, 0))).toEqual({ state: "waiting", label: "waiting: all 4 clip slots are in use" });
  expect(item(slots(1, 0))?.label).toBe("waiting: the only clip slot is in use");
  expect(item(slots(4, 2))).toEqual({
    state: "waiting",
    label: "waiting: all 4 clip slots are in use, 2 by clips without an answer from the gateway; the next slot opens",
    expectedAt: until.getTime(),
  });
  expect(item(slots(4, 2), clip, "zh-CN")).toEqual({
    state: "waiting",
    label: "等待中：4 个视频名额都在使用中，其中 2 个由网关未答复的视频占用；下一个名额开放",
    expectedAt: until.getTime(),
  });
  expect(item({ waitingFor: { kind: "own_limit", of: 2 } })?.label).toBe(
    "waiting: here each member may have 2 clips in progress at a time",
  );
  expect(item({ keyless: "spent", waitingFor: { kind: "key", until } })).toEqual({
    state: "waiting",
    label: "waiting: its key is used up for now; Easel tries again by itself",
    expectedAt: until.getTime(),
  });
  const later = { ...clip, failure: { reason: "gateway_away" } as const, notBefore: until };
  expect(item({}, later)).toMatchObject({ label: expect.stringMatching(/; next try$/), expectedAt: until.getTime() });
  expect(item({}, { ...later, notBefore: EPOCH })).not.toHaveProperty("expectedAt");
  // A time that has passed is not shown.
  expect(item({ waitingFor: { kind: "slots", of: 4, unknown: 2, until: EPOCH } })).not.toHaveProperty("expectedAt");
});

it("gives the most important reason only", () => {
  const until = new Date(NOW + 60_000);
  const picture = aJob({ state: "waiting" });
  const item = (changes: Partial<BatchView>, job = picture) =>
    noticeMessage({ batch: aBatch(), jobs: [job], artifacts: [], posts: [], ...changes }, new Map(), NOW).progress
      ?.items[0];
  const slots = { kind: "slots", of: 4, unknown: 1, until } as const;
  const { notice } = en;
  expect(item({ paused: true, keyless: "none", waitingFor: slots })).toEqual({
    state: "waiting",
    label: notice.paused,
  });
  expect(item({ keyless: "refused", waitingFor: slots })).toEqual({ state: "waiting", label: notice.keyless.refused });
  expect(item({ keyless: "disabled" })).toEqual({ state: "waiting", label: notice.keyless.disabled });
});

it("mentions the next try only if it is ten seconds away or more", () => {
  const failure = { reason: "gateway_away" } as const;
  const reason = failureReason(failure, "image", "en");
  const item = (inMs: number, changes: Partial<BatchView> = {}) => {
    const job = aJob({ state: "waiting", failure, notBefore: new Date(NOW + inMs) });
    const view = { batch: aBatch(), jobs: [job], artifacts: [], posts: [], ...changes };
    return noticeMessage(view, new Map(), NOW).progress?.items[0];
  };
  const { notice } = en;
  const later = { state: "waiting", label: notice.waitingForTry(reason), expectedAt: NOW + 10_000 };
  expect(item(10_000)).toEqual(later);
  expect(item(10_000, { waitingFor: { kind: "own_limit", of: 2 } })).toEqual(later);
  expect(item(9_999)).toEqual({ state: "waiting", label: notice.waitingBecause(reason) });
  expect(item(9_999, { waitingFor: { kind: "own_limit", of: 2 } })?.label).toBe(notice.waitingForOwn("image", 2));
});

it.each([
  ["request", { state: "submitting", service: "image" }],
  ["result", { state: "succeeded", service: "image" }],
] as const)("says when a job is tried again whose %s crashed Easel several times", (_what, changes) => {
  const until = new Date(NOW + 60_000);
  const item = (notBefore: Date) => {
    const job = aJob({ ...changes, deaths: DEADLY_AFTER, notBefore });
    return noticeMessage({ batch: aBatch(), jobs: [job], artifacts: [], posts: [] }, new Map(), NOW).progress?.items[0];
  };
  expect(item(until)).toEqual({ state: "waiting", label: en.notice.setAside, expectedAt: until.getTime() });
  expect(item(EPOCH)?.label).not.toBe(en.notice.setAside);
});
