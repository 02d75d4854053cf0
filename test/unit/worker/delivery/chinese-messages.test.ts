import { expect, it } from "vitest";
import type { Message } from "../../../../src/core/chat/message.ts";
import type { BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import { cancelledNotice, noticeMessage } from "../../../../src/worker/delivery/notice/notice.ts";
import { undeliverableNotice } from "../../../../src/worker/delivery/notice/undeliverable-notice.ts";
import { resultMessage } from "../../../../src/worker/delivery/result/result.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";
import { tenBytes } from "../../../support/database/memory-delivery.ts";
import { asMade } from "../../../support/media/attachment-plan.ts";

function view(job: Partial<Job>): BatchView {
  return { batch: aBatch({ locale: "zh-CN" }), jobs: [aJob(job)], artifacts: [], posts: [] };
}

function failed(): Message {
  const of = view({ state: "failed" });
  return resultMessage(of, "result", tenBytes, asMade(of, "result"));
}

it.each([
  ["a notice", () => noticeMessage(view({ state: "waiting" }), new Map(), EPOCH.getTime())],
  ["a notice that was cancelled", () => cancelledNotice(view({ state: "cancelled" }))],
  ["a notice without a result", () => undeliverableNotice(view({ state: "succeeded" }), { membersRefuseDirect: true })],
  ["a result that failed", failed],
])("%s has Chinese punctuation, without spaces around it", async (_name, message) => {
  const { text } = await message();
  expect(text).toMatch(/[“，。]/);
  expect(text).not.toMatch(/: |[，。：] /);
});
