import { createHash } from "node:crypto";
import type { Message } from "../../src/core/chat/message.ts";
import type { BatchView } from "../../src/core/delivery/delivery-store.ts";
import type { Batch, Job } from "../../src/core/job/job-store.ts";
import type { Locale } from "../../src/lib/locale.ts";
import { noticeMessage } from "../../src/worker/delivery/notice/notice.ts";
import { resultMessage } from "../../src/worker/delivery/result/result.ts";
import { aText, MAX } from "../support/commands.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../support/database/jobs.ts";
import { tenBytes } from "../support/database/memory-delivery.ts";
import { setUpDispatch } from "../support/dispatching.ts";
import { asMade } from "../support/media/attachment-plan.ts";

const PROMPT = "a lighthouse at dusk, waves below, oil on canvas";

/** What a worker posts about a request, and a refusal, by name. */
export async function deliveriesIn(locale: Locale): Promise<Readonly<Record<string, Message>>> {
  const request = aRequest({ prompt: PROMPT, size: "1K", count: 4 });
  const job = (ordinal: number, changes: Partial<Job> = {}): Job =>
    aJob({ ordinal, state: "succeeded", submittedAt: EPOCH, endedAt: new Date(EPOCH.getTime() + 21_000), ...changes });
  const made = [1, 2, 3, 4].map((ordinal) => job(ordinal));
  const failure = { reason: "gateway", code: "content_policy_violation" } as const;
  const failed = [1, 2].map((ordinal) => job(ordinal, { state: "failed", failure }));
  const running = [
    job(1),
    job(2, { state: "running", endedAt: undefined }),
    job(3, { state: "waiting", submittedAt: undefined, endedAt: undefined }),
  ];
  const begun = EPOCH.getTime() + 20_000;
  const snapshot = {
    phase: "running",
    queuePosition: undefined,
    percent: 40,
    startedAt: EPOCH.getTime(),
    percentAt: begun,
  } as const;
  const snapshots = new Map(running.slice(1, 2).map(({ id }) => [id, snapshot]));
  const batch: Partial<Batch> = { request, locale };
  const refused = setUpDispatch();
  await refused.send(aText(`/imagine ${PROMPT} --size 9K --count 40`, { actor: { ...MAX, locale } }));
  return {
    result: result(viewOf(made, batch)),
    failure: result(viewOf(failed, { ...batch, request: { ...request, count: 2 } })),
    progress: noticeMessage(viewOf(running, { ...batch, request: { ...request, count: 3 } }), snapshots, begun),
    refusal: refused.responder.answers[0] ?? { text: "" },
  };
}

/** The names of a message's own pictures. */
export function attachedTo({ sections, files = [] }: Message): readonly string[] {
  return sections ? [] : files.map(({ name }) => name);
}

function viewOf(jobs: readonly Job[], batch: Partial<Batch>): BatchView {
  const artifacts = jobs
    .filter(({ state }) => state === "succeeded")
    .map(({ id, ordinal }) => ({
      jobId: id,
      state: "fetched" as const,
      content: {
        hash: createHash("sha256").update(String(ordinal)).digest("hex"),
        bytes: 10,
        mimeType: "image/png",
        width: 1_024,
        height: 1_024,
      },
      failure: undefined,
      post: "result",
      succeededAt: EPOCH,
    }));
  return { batch: aBatch({ ...batch, count: jobs.length }), jobs, artifacts, posts: [] };
}

function result(view: BatchView): Message {
  return resultMessage(view, "result", tenBytes, asMade(view, "result"));
}
