import { expect, it } from "vitest";
import { newMessage } from "../../../../src/platforms/discord/post/render.ts";
import type { Message } from "../../../../src/core/chat/message.ts";
import { render } from "../../../../src/platforms/slack/post/render.ts";
import { leftLabel } from "../../../../src/web/state/moments.ts";
import {
  expectedEnd,
  nextExpectedInMs,
  receivedSnapshot,
  shownEnds,
} from "../../../../src/worker/delivery/notice/expected-end.ts";
import { noticeMessage } from "../../../../src/worker/delivery/notice/notice.ts";
import type { BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { aBatch, aJob, aMilestone, aSnapshot, EPOCH } from "../../../support/database/jobs.ts";
import { blocksProblem } from "../../../support/fake-slack/blocks.ts";

const viewOf = (job: Job): BatchView => ({ batch: aBatch(), jobs: [job], artifacts: [], posts: [] });

it("is derived from its progress, or from when most others have ended", () => {
  const milestones = [
    { ...aMilestone(40, ""), percentile: 50 },
    { ...aMilestone(70, ""), percentile: 90 },
  ];
  const guidance = { tier: "1K", timeoutSeconds: 90, milestones };
  const job = aJob({ state: "running", guidance, submittedAt: EPOCH });
  const after = (seconds: number, percent?: number, told?: number): ReturnType<typeof toldEnd> => {
    const shownEnd = told === undefined ? undefined : EPOCH.getTime() + told * 1_000;
    const snapshot = { ...aSnapshot({ percent, startedAt: EPOCH.getTime() }), shownEnd };
    return toldEnd(noticeMessage(viewOf(job), new Map([[job.id, snapshot]]), EPOCH.getTime() + seconds * 1_000));
  };
  // Nearly all have ended by the later milestone; its time is rounded to a quarter of a minute.
  expect(after(0)).toBe(75);
  expect(after(41)).toBe(75);
  expect(after(74)).toBe(75);
  expect(after(75)).toBe("late");
  expect(after(30, 5)).toBe(75);
  expect(after(30, 25)).toBe(120);
  // Progress that has only just begun says nothing about the end.
  expect(after(0, 25)).toBe(75);
  expect(after(30, 25, 31)).toBe(120);
  expect(after(30, 25, 30)).toBe("late");
});

/** The seconds until the end that a notice expects, or “late” if they have passed. */
function toldEnd({ progress }: Message): number | "late" | undefined {
  const item = progress?.items[0];
  if (item?.label.includes(textsFor("en").notice.late)) return "late";
  return item?.expectedAt === undefined ? undefined : (item.expectedAt - EPOCH.getTime()) / 1_000;
}

it("is measured from the gateway's first report of that progress, not from its display", () => {
  const job = aJob({ state: "running", submittedAt: EPOCH });
  const first = receivedSnapshot(aSnapshot({ percent: 50 }), undefined, EPOCH.getTime() + 20_000);
  const again = receivedSnapshot(aSnapshot({ percent: 50 }), first, EPOCH.getTime() + 39_000);
  expect(again.percentAt).toBe(first.percentAt);
  const now = EPOCH.getTime() + 39_000;
  expect(toldEnd(noticeMessage(viewOf(job), new Map([[job.id, again]]), now))).toBe(45);
  expect(receivedSnapshot(aSnapshot({ percent: 51 }), again, now).percentAt).toBe(now);
});

it("is kept as shown, and with the whole snapshot as long as nothing changes", () => {
  const now = EPOCH.getTime();
  const first = { ...receivedSnapshot(aSnapshot({ percent: 50 }), undefined, now), shownEnd: now + 60_000 };
  expect(receivedSnapshot(aSnapshot({ percent: 50, usage: { images: 1 } }), first, now + 1_000)).toBe(first);
  for (const changes of [{ percent: 51 }, { queuePosition: 3 }, { startedAt: now }, { phase: "queued" }] as const) {
    const next = receivedSnapshot(aSnapshot({ percent: 50, ...changes }), first, now + 1_000);
    expect(next).toMatchObject({ ...changes, shownEnd: now + 60_000 });
  }
});

it.each<[string, readonly (readonly [percentile: number, seconds: number])[], number | undefined]>([
  [
    "the first one by which nearly all have ended",
    [
      [99, 120],
      [90, 60],
      [50, 20],
    ],
    60,
  ],
  [
    "else the last one by which most have ended",
    [
      [50, 20],
      [75, 45],
      [49, 90],
    ],
    45,
  ],
  ["the one by which half have ended, if there is no other", [[50, 15]], 15],
  [
    "none by which fewer have ended",
    [
      [49, 90],
      [10, 5],
    ],
    undefined,
  ],
  ["none if there are none", [], undefined],
])("of the milestones counts %s", (_which, given, seconds) => {
  const milestones = given.map(([percentile, after]) => ({ ...aMilestone(after, ""), percentile }));
  const job = aJob({ state: "running", guidance: { tier: "1K", timeoutSeconds: 90, milestones }, submittedAt: EPOCH });
  const end = expectedEnd(job, aSnapshot(), EPOCH.getTime());
  expect(end).toBe(seconds === undefined ? undefined : EPOCH.getTime() + seconds * 1_000);
});

it("is unknown for a job that was not submitted, and without any hint", () => {
  const snapshot = { ...aSnapshot({ percent: 50 }), percentAt: EPOCH.getTime() };
  expect(expectedEnd(aJob({ submittedAt: undefined }), snapshot, EPOCH.getTime())).toBeUndefined();
  expect(expectedEnd(aJob(), aSnapshot(), EPOCH.getTime())).toBeUndefined();
});

it.each([
  [9, undefined],
  [10, 300],
  [99, 45],
  [100, undefined],
])("is derived from a progress of %i per cent: %j s", (percent, seconds) => {
  const snapshot = { ...aSnapshot({ percent }), percentAt: EPOCH.getTime() + 30_000 };
  const end = expectedEnd(aJob(), snapshot, EPOCH.getTime());
  expect(end).toBe(seconds === undefined ? undefined : EPOCH.getTime() + seconds * 1_000);
});

it("is remembered as shown for running jobs, and wakes the notice when the first one passes", () => {
  const now = EPOCH.getTime();
  const jobs = [aJob({ state: "running" }), aJob({ state: "waiting" }), aJob({ state: "running" }), aJob()];
  const items = [30, 10, undefined, -5].map((seconds) => ({
    state: "running" as const,
    label: "",
    ...(seconds === undefined ? {} : { expectedAt: now + seconds * 1_000 }),
  }));
  expect(shownEnds(jobs, { text: "", progress: { items } })).toEqual([[jobs[0]?.id, now + 30_000]]);
  expect(shownEnds(jobs, { text: "" })).toEqual([]);
  expect(nextExpectedInMs({ text: "", progress: { items } }, now)).toBe(10_000);
  expect(nextExpectedInMs({ text: "", progress: { items } }, now + 30_000)).toBeUndefined();
  expect(nextExpectedInMs({ text: "" }, now)).toBeUndefined();
});

it("shows the last milestone that has passed, without its markup", () => {
  const milestones = [aMilestone(30, "Nearly *all* are done"), aMilestone(5, "Half are done"), aMilestone(10, "")];
  const guidance = { tier: "1K", timeoutSeconds: 90, milestones };
  // For several pictures, the hint appears once, and not for a particular one.
  const jobs = [1, 2].map((ordinal) => aJob({ ordinal, state: "running", guidance, submittedAt: EPOCH }));
  const snapshots = new Map(jobs.map(({ id }) => [id, aSnapshot()]));
  const at = (seconds: number): string[] => {
    const { text, progress } = noticeMessage({ ...viewOf(aJob()), jobs }, snapshots, EPOCH.getTime() + seconds * 1_000);
    expect(JSON.stringify(progress)).not.toContain("are done");
    return text.split("\n").slice(1);
  };
  expect(at(4.9)).toEqual([]);
  expect(at(5)).toEqual([textsFor("en").notice.waitHint("Half are done")]);
  expect(at(10)).toEqual([]);
  expect(at(99)).toEqual([textsFor("en").notice.waitHint(String.raw`Nearly \*all\* are done`)]);
});

it("is shown with the start of the work and its progress", () => {
  const begun = EPOCH.getTime() + 2_000;
  const itemOf = (snapshot: ReturnType<typeof aSnapshot>) => {
    const job = aJob({ state: "running", submittedAt: EPOCH });
    const snapshots = new Map([[job.id, snapshot]]);
    return noticeMessage(viewOf(job), snapshots, begun + 5_000).progress?.items[0];
  };
  expect(itemOf(aSnapshot({ startedAt: begun, percent: 40 }))).toMatchObject({ begunAt: begun, percent: 40 });
  expect(itemOf(aSnapshot())).toMatchObject({ begunAt: EPOCH.getTime() });
  expect(itemOf(aSnapshot())).not.toHaveProperty("percent");
  expect(itemOf(aSnapshot({ phase: "queued" }))).not.toHaveProperty("begunAt");
});

const AT = Date.UTC(2026, 0, 1, 14, 5, 0);
const notice: Message = {
  text: "a fox",
  progress: { items: [{ state: "running", label: "being made", expectedAt: AT }] },
};

it("is counted down by Discord itself", () => {
  expect(newMessage(notice).content).toContain(`being made · ≈ <t:${AT / 1000}:R>`);
});

it("is shown by Slack in the reader's own time", () => {
  const { blocks } = render(notice);
  expect(blocksProblem(blocks, "message")).toBeUndefined();
  expect(JSON.stringify(blocks)).toContain(`"timestamp":${AT / 1000},"format":"{time}","fallback":"14:05 UTC"`);
});

it.each([
  [1, "10 sec"],
  [0, undefined],
  [-5, undefined],
  [41, "50 sec"],
  [200, "3 min"],
])("is shown in the Console, %s seconds before, as “%s”", (seconds, said) => {
  expect(leftLabel(AT + seconds * 1_000, AT, "en")).toBe(said);
});
