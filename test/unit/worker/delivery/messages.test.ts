import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { parseRichText } from "../../../../src/web/state/rich-text.ts";
import { MENTION, type Message } from "../../../../src/core/chat/message.ts";
import { cancelledNotice, nextNewsInMs, noticeMessage } from "../../../../src/worker/delivery/notice/notice.ts";
import { undeliverableNotice } from "../../../../src/worker/delivery/notice/undeliverable-notice.ts";
import {
  lateMessage as lateMessageWith,
  resultMessage as resultMessageWith,
} from "../../../../src/worker/delivery/result/result.ts";
import type { Artifact, ArtifactContent, BatchView } from "../../../../src/core/delivery/delivery-store.ts";
import type { RemoteSnapshot } from "../../../../src/core/job/remote.ts";
import type { Batch, Job } from "../../../../src/core/job/job-store.ts";
import type { MediaStore } from "../../../../src/media/store/media-store.ts";
import { LOCALES } from "../../../../src/lib/locale.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { asMade } from "../../../support/media/attachment-plan.ts";
import { aBatch, aJob, aMilestone, aRequest, aSnapshot, EPOCH } from "../../../support/database/jobs.ts";
import { tenBytes } from "../../../support/database/memory-delivery.ts";

const NOW = EPOCH.getTime();
const say = textsFor("en");
const REFUSING = { membersRefuseDirect: true };
const PNG: ArtifactContent = { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 1024, height: 768 };

function made(job: Job, changes: Partial<Artifact> = {}): Artifact {
  return {
    jobId: job.id,
    state: "fetched",
    content: PNG,
    failure: undefined,
    post: "result",
    succeededAt: EPOCH,
    ...changes,
  };
}

function view(jobs: readonly Job[], artifacts: readonly Artifact[] = [], batch: Partial<Batch> = {}): BatchView {
  return { batch: aBatch({ count: jobs.length, ...batch }), jobs, artifacts, posts: [] };
}

function resultMessage(of: BatchView, kind: string, media: MediaStore): Message {
  return resultMessageWith(of, kind, media, asMade(of, kind));
}

function lateMessage(of: BatchView, job: Job, kind: string, media: MediaStore): Message {
  return lateMessageWith(of, job, kind, media, asMade(of, kind));
}

function labelOf(job: Partial<Job>, snapshot?: RemoteSnapshot, now = NOW): string | undefined {
  const one = aJob({ state: "running", ...job });
  const artifacts = one.state === "succeeded" ? [made(one)] : [];
  const snapshots = new Map(snapshot ? [[one.id, snapshot]] : []);
  return noticeMessage(view([one], artifacts), snapshots, now).progress?.items[0]?.label;
}

/** Everything of a message that a person reads. */
function words(message: Message): string {
  const labels = message.progress?.items.map((item) => item.label) ?? [];
  const names = message.buttons?.map((button) => button.label) ?? [];
  return [message.quote ?? "", message.text, ...labels, ...names, message.footer ?? ""].join("\n");
}

describe("the notice", () => {
  it("says who asked for what, shows the state of each picture, and can be cancelled", () => {
    const jobs = [aJob({ ordinal: 1 }), aJob({ ordinal: 2, state: "waiting" })];
    const batchView = view(jobs, [], { request: aRequest({ prompt: "a *red*\n\nfox" }) });
    const message = noticeMessage(batchView, new Map(), NOW);
    expect(message.text).toContain("Max");
    expect(message.text).toContain(String.raw`“a \*red\* fox”`);
    expect(message.progress?.items).toEqual([
      { state: "waiting", label: say.notice.submitting },
      { state: "waiting", label: say.notice.waiting },
    ]);
    expect(message.buttons?.map((button) => button.id)).toEqual([`cancel:${batchView.batch.id}`]);
    expect(message.replyTo?.id).toBe("m-1");
    expect(message.mention).toBeUndefined();
  });

  it.each<[string, Partial<Job>, RemoteSnapshot | undefined, string]>([
    ["waits for a slot", { state: "waiting" }, undefined, say.notice.waiting],
    ["is being submitted", { state: "submitting" }, undefined, say.notice.submitting],
    ["is being submitted again", { state: "submitting", createTries: 2 }, undefined, say.notice.submittingAgain],
    ["is cancelled in transit", { state: "submitting", cancelRequestedAt: EPOCH }, undefined, say.notice.cancelling],
    ["is unknown", { state: "unknown" }, undefined, say.notice.unknown],
    ["is queued", {}, undefined, say.notice.queued(undefined)],
    ["is queued at a known position", {}, aSnapshot({ phase: "queued", queuePosition: 3 }), say.notice.queued(3)],
    ["is being made", {}, aSnapshot(), say.notice.running],
    ["is half made", {}, aSnapshot({ percent: 50 }), `${say.notice.running} · ${say.notice.percent(50)}`],
    ["is late", { overdue: true }, aSnapshot(), say.notice.overdue],
    ["is being cancelled", { cancelRequestedAt: EPOCH, overdue: true }, aSnapshot(), say.notice.cancelling],
    ["is a clip being cancelled", { service: "video", cancelRequestedAt: EPOCH }, undefined, say.notice.cannotStop],
    ["has arrived", { state: "succeeded" }, undefined, say.notice.finished],
    ["failed", { state: "failed" }, undefined, say.notice.failed],
    ["expired", { state: "expired" }, undefined, say.notice.failed],
    ["was cancelled", { state: "cancelled" }, undefined, say.notice.cancelled],
  ])("describes a picture that %s", (_name, job, snapshot, label) => {
    expect(labelOf(job, snapshot)).toBe(label);
  });

  it("says why a picture waits again", () => {
    const label = labelOf({ state: "waiting", failure: { reason: "gateway", status: 429, requestId: "q-1" } });
    expect(label).not.toBe(say.notice.waiting);
    expect(label).not.toContain("q-1");
  });

  it("reports when the next milestone changes it", () => {
    const guidance = { tier: undefined, timeoutSeconds: 90, milestones: [aMilestone(5, "a"), aMilestone(30, "b")] };
    const running = aJob({ state: "running", guidance, submittedAt: EPOCH });
    const nextIn = (jobs: readonly Job[], now: number) => nextNewsInMs(view(jobs), now, 15_000);
    expect(nextIn([running], NOW)).toBe(5_000);
    expect(nextIn([running], NOW + 5_000)).toBe(25_000);
    expect(nextIn([running], NOW + 30_000)).toBeUndefined();
    expect(nextIn([{ ...running, state: "succeeded" }, aJob()], NOW)).toBeUndefined();
    expect(nextIn([running, aJob({ state: "waiting" })], NOW + 10_000)).toBe(15_000);
  });

  it("has no cancel button once everything has ended or been cancelled", () => {
    expect(noticeMessage(view([aJob({ state: "failed" })]), new Map(), NOW).buttons).toBeUndefined();
    const taken = aJob({ state: "running", cancelRequestedAt: EPOCH });
    expect(noticeMessage(view([taken]), new Map(), NOW).buttons).toBeUndefined();
    expect(noticeMessage(view([taken, aJob()]), new Map(), NOW).buttons).toHaveLength(1);
  });

  it("cuts a long prompt without splitting a character", () => {
    for (let before = 190; before < 205; before++) {
      const prompt = `${"x".repeat(before)}🦊${"y".repeat(100)}`;
      const { text } = noticeMessage(view([aJob()], [], { request: aRequest({ prompt }) }), new Map(), NOW);
      expect(text.isWellFormed()).toBe(true);
      expect(text).toContain("…”");
      expect(text.length).toBeLessThan(260);
    }
  });

  it("has a final sentence for a cancelled batch, and for one that can't be posted", async () => {
    const batchView = view([aJob({ state: "cancelled" })]);
    expect(cancelledNotice(batchView).text).toContain(say.result.cancelled("Max"));
    const refused = await undeliverableNotice(batchView, REFUSING);
    expect(refused.text).toContain(say.delivery.notTold("Max"));
    for (const message of [cancelledNotice(batchView), refused]) {
      expect(message.text).toContain("“a fox”");
      expect(message.buttons).toBeUndefined();
    }
  });
});

describe("the result", () => {
  const jobs = [
    aJob({ ordinal: 1, state: "succeeded", submittedAt: EPOCH, endedAt: new Date(NOW + 2_340) }),
    aJob({ ordinal: 2, state: "succeeded", submittedAt: EPOCH, endedAt: new Date(NOW + 1_000) }),
  ];
  const [first, second] = [jobs[0] ?? aJob(), jobs[1] ?? aJob()];

  it("carries every picture with the prompt as its description, and mentions who asked", async () => {
    const request = aRequest({ prompt: "A Lighthouse, at dusk!", size: "1K", aspectRatio: "3:2" });
    const message = resultMessage(
      view(
        jobs,
        jobs.map((job) => made(job)),
        { request },
      ),
      "result",
      tenBytes,
    );
    expect(message.text).toContain(MENTION);
    expect(message.quote).toBe("A Lighthouse, at dusk!");
    expect(message.mention).toBe("member");
    expect(message.replyTo?.id).toBe("m-1");
    expect(message.files?.map((file) => [file.name, file.description, file.number, file.width, file.height])).toEqual([
      ["a-lighthouse-at-dusk-1.png", "A Lighthouse, at dusk!", 1, 1024, 768],
      ["a-lighthouse-at-dusk-2.png", "A Lighthouse, at dusk!", 2, 1024, 768],
    ]);
    expect(message.footer).toBe("provider-a/image-2 · 1K · 3:2 · made in 2.3 s · charged: 2 pictures");
    const file = message.files?.[0];
    // The platform opens the file again for another attempt.
    const bytes = async (): Promise<number | undefined> => file && (await buffer(await file.open())).length;
    expect([await bytes(), await bytes()]).toEqual([file?.bytes, file?.bytes]);
  });

  it("offers to do it again and to show the recipe, of this very batch", () => {
    const batchView = view([first], [made(first)]);
    const ids = resultMessage(batchView, "result", tenBytes).buttons?.map((button) => button.id);
    const { id } = batchView.batch;
    const acts = ["again", "change", "edit", "animate", "star", "recipe", "delete"];
    const onPicture = new Set(["edit", "animate"]);
    expect(ids).toEqual(acts.map((act) => (onPicture.has(act) ? `${act}:${id}:1` : `${act}:${id}`)));
    for (const one of ids ?? []) expect(one.length).toBeLessThanOrEqual(100);
  });

  it("says so when the sandbox made it", () => {
    const message = resultMessage(view([first], [made(first)], { sandbox: true }), "result", tenBytes);
    expect(message.footer).toContain(say.result.sandbox);
  });

  it.each([
    [
      "failed",
      aJob({ state: "failed", failure: { reason: "gateway", code: "moderation_blocked", requestId: "q-1" } }),
      "q-1",
      [say.cost.chargedOf("1 picture", 2)],
    ],
    [
      "expired",
      aJob({ state: "expired", failure: { reason: "expired" } }),
      say.failure.expired,
      [say.cost.chargedOf("2 pictures", 2)],
    ],
    ["was cancelled", aJob({ state: "cancelled" }), say.result.itemCancelled, [say.cost.chargedOf("1 picture", 2)]],
    [
      "is unknown",
      aJob({ state: "unknown" }),
      say.result.itemUnknown,
      [say.cost.chargedOf("1 picture", 2), say.cost.reserved("1 picture")],
    ],
  ])("has an honest word for each picture that %s, and says what was charged", (_name, missing, word, cost) => {
    const message = resultMessage(view([first, { ...missing, ordinal: 2 }], [made(first)]), "result", tenBytes);
    expect(message.files).toHaveLength(1);
    const [headline, line, ...more] = message.text.split("\n");
    expect(headline).toBe(say.result.done(MENTION, { thing: "image", made: 1, asked: 2 }));
    expect(line).toContain("2");
    expect(line).toContain(word);
    expect(more).toEqual(cost);
  });

  it("explains pictures that were made but can't be fetched, now or ever", () => {
    const due = resultMessage(view([first], [made(first, { state: "due", content: undefined })]), "result", tenBytes);
    expect(due.text).toContain(say.result.itemLate);
    expect(due.text).toContain(say.result.notYet(MENTION, { thing: "image", made: 0, asked: 1 }));
    const failure = { reason: "unretrievable" as const };
    const lost = resultMessage(
      view([first], [made(first, { state: "unretrievable", content: undefined, failure })]),
      "result",
      tenBytes,
    );
    expect(lost.text).toContain(say.failure.unretrievable);
    expect(lost.text).toContain(say.result.noneArrived(MENTION, { thing: "image", made: 0, asked: 1 }));
    expect([due.files, lost.files]).toEqual([[], []]);
  });

  it("carries only the pictures that this post was intended for", () => {
    const batchView = view(jobs, [made(first), made(second, { post: "late-2" })]);
    expect(resultMessage(batchView, "result", tenBytes).files?.map((file) => file.name)).toEqual(["a-fox-1.png"]);
    const late = lateMessage(batchView, second, "late-2", tenBytes);
    expect(late.files?.map((file) => file.name)).toEqual(["a-fox-2.png"]);
    expect(late.text).toBe(say.result.late(MENTION, "image", 2));
    expect(late.mention).toBe("member");
  });

  it("that will not arrive is reported with its reason", () => {
    const failed = aJob({ ordinal: 2, state: "failed", failure: { reason: "unknown_outcome" } });
    const late = lateMessage(view([first, failed], [made(first)]), failed, "late-2", tenBytes);
    expect(late.files).toEqual([]);
    expect(late.text).toContain(say.result.lost(MENTION, "image", 2));
    expect(late.text).toContain(say.failure.unknownOutcome);
  });

  it.each([
    ["A red fox", "image/png", "a-red-fox-1.png"],
    ["一只红狐狸，在雪里", "image/jpeg", "一只红狐狸-在雪里-1.jpg"],
    ["../../etc/passwd", "image/webp", "etc-passwd-1.webp"],
    ["CON: <a|b>\0\\?*", "image/png", "con-a-b-1.png"],
    ["!!!", "image/png", "picture-1.png"],
    ["🦊🦊", "image/png", "picture-1.png"],
    ["❤️ नमस्ते दुनिया", "image/png", "नमस्ते-दुनिया-1.png"],
    ["x".repeat(500), "image/png", `${"x".repeat(40)}-1.png`],
    [`${"x".repeat(39)} yes`, "image/png", `${"x".repeat(39)}-1.png`],
    ["a fox", "application/x-what", "a-fox-1.bin"],
    ["a fox", "__proto__", "a-fox-1.bin"],
  ])("names the file of %j (%s) %s", (prompt, mimeType, name) => {
    const artifact = made(first, { content: { ...PNG, mimeType } });
    const message = resultMessage(view([first], [artifact], { request: aRequest({ prompt }) }), "result", tenBytes);
    expect(message.files?.[0]?.name).toBe(name);
  });
});

describe.each(LOCALES)("markup that people or the gateway wrote, in %s", (locale) => {
  it("is shown as it was written, in every message", async () => {
    const evil = "**bold** `code` [a](b) <@1> ||x||";
    const guidance = { tier: "1K", timeoutSeconds: 9, milestones: [aMilestone(0, evil)] };
    const running = aJob({ state: "running", guidance, submittedAt: EPOCH });
    const failed = aJob({
      state: "failed",
      failure: { reason: "gateway", code: evil, message: evil, requestId: evil },
    });
    const batch = { locale, requesterName: evil, request: aRequest({ prompt: evil, model: evil, size: evil }) };
    const batchView = view([running, failed], [], batch);
    const messages = [
      noticeMessage(batchView, new Map([[running.id, aSnapshot({ message: evil })]]), NOW),
      cancelledNotice(batchView),
      await undeliverableNotice(batchView, REFUSING),
      resultMessage(batchView, "result", tenBytes),
      lateMessage(batchView, failed, "late-1", tenBytes),
    ];
    for (const message of messages) {
      const kinds = parseRichText(words(message)).map((node) => node.kind);
      expect(kinds.filter((kind) => kind !== "text" && kind !== "mention")).toEqual([]);
    }
  });
});
