import { expect, it } from "vitest";
import { newMessage } from "../../src/chat/discord/render.ts";
import type { Message } from "../../src/chat/message.ts";
import { render } from "../../src/chat/slack/blocks.ts";
import { untilLabel } from "../../src/chat/console/page/state/moments.ts";
import { noticeMessage } from "../../src/delivery/notice.ts";
import type { BatchView } from "../../src/delivery/store.ts";
import type { Job } from "../../src/job/store.ts";
import { aBatch, aJob, aMilestone, aSnapshot, EPOCH } from "../support/jobs.ts";
import { blocksProblem } from "../support/fake-slack/blocks.ts";

const viewOf = (job: Job): BatchView => ({ batch: aBatch(), jobs: [job], artifacts: [], posts: [] });

it("is told by its progress, or by when most others have ended", () => {
  const milestones = [
    { ...aMilestone(40, ""), percentile: 50 },
    { ...aMilestone(70, ""), percentile: 90 },
  ];
  const guidance = { tier: "1K", timeoutSeconds: 90, milestones };
  const after = (seconds: number, percent?: number): number | undefined => {
    const job = aJob({ state: "running", guidance, submittedAt: EPOCH });
    const snapshot = aSnapshot({ percent, startedAt: EPOCH.getTime() });
    const message = noticeMessage(viewOf(job), new Map([[job.id, snapshot]]), EPOCH.getTime() + seconds * 1_000);
    const at = message.progress?.items[0]?.expectedAt;
    return at === undefined ? undefined : (at - EPOCH.getTime()) / 1_000;
  };
  expect(after(0)).toBe(45);
  expect(after(39)).toBe(45);
  expect(after(41)).toBe(75);
  expect(after(71)).toBeUndefined();
  expect(after(30, 5)).toBe(45);
  expect(after(30, 25)).toBe(120);
});

const AT = Date.UTC(2026, 0, 1, 14, 5, 0);
const notice: Message = {
  text: "a fox",
  progress: { items: [{ state: "running", label: "being made", expectedAt: AT }] },
};

it("is counted down by Discord itself", () => {
  expect(newMessage(notice).content).toContain(`being made · <t:${AT / 1000}:R>`);
});

it("is shown by Slack in the reader's own time", () => {
  const { blocks } = render(notice);
  expect(blocksProblem(blocks, "message")).toBeUndefined();
  expect(JSON.stringify(blocks)).toContain(`"timestamp":${AT / 1000},"format":"{time}","fallback":"14:05 UTC"`);
});

it.each([
  [1, "in 10 seconds"],
  [-5, "in 10 seconds"],
  [41, "in 50 seconds"],
  [200, "in 3 minutes"],
])("is said in the Console to be %s seconds away as “%s”", (seconds, said) => {
  expect(untilLabel(AT + seconds * 1_000, AT, "en")).toBe(said);
});
