import { expect, it } from "vitest";
import { newMessage } from "../../../../src/platforms/discord/post/render.ts";
import type { Message } from "../../../../src/core/chat/message.ts";
import { render } from "../../../../src/platforms/slack/post/render.ts";
import { untilLabel } from "../../../../src/web/state/moments.ts";
import { receivedSnapshot } from "../../../../src/worker/delivery/notice/expected-end.ts";
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
    const snapshot = aSnapshot({ percent, startedAt: EPOCH.getTime() });
    const before = new Map(told === undefined ? [] : [[job.id, EPOCH.getTime() + told * 1_000]]);
    const message = noticeMessage(
      viewOf(job),
      new Map([[job.id, snapshot]]),
      EPOCH.getTime() + seconds * 1_000,
      before,
    );
    return toldEnd(message);
  };
  // Nearly all have ended by the later one; rounded to a quarter of a minute.
  expect(after(0)).toBe(75);
  expect(after(41)).toBe(75);
  expect(after(74)).toBe(75);
  expect(after(75)).toBe("late");
  expect(after(30, 5)).toBe(75);
  expect(after(30, 25)).toBe(120);
  // Nobody can tell by what has only just begun.
  expect(after(0, 25)).toBe(75);
  expect(after(30, 25, 31)).toBe(120);
  expect(after(30, 25, 30)).toBe("late");
});

/** The seconds by which a notice expects the end, or that these have passed. */
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
  [1, "in 10 seconds"],
  [0, undefined],
  [-5, undefined],
  [41, "in 50 seconds"],
  [200, "in 3 minutes"],
])("is shown in the Console, %s seconds before, as “%s”", (seconds, said) => {
  expect(untilLabel(AT + seconds * 1_000, AT, "en")).toBe(said);
});
