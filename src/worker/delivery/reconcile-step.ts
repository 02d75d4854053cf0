import type { AttachmentPlan } from "./result/attachment-plan.ts";
import { hash } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Message } from "../../core/chat/message.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { report } from "../../lib/crash-points.ts";
import type { Wakeup } from "../../lib/wakeup.ts";
import type { Job } from "../../core/job/job-store.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import type { PlanAttachments } from "./result/fit-attachments.ts";
import { askAdmins, type AskContext } from "./approval/ask-admins.ts";
import { latecomers, lateKind } from "./result/late.ts";
import { shownEnds, nextExpectedInMs, type ReceivedSnapshot } from "./notice/expected-end.ts";
import { cancelledNotice, nextNewsInMs, noticeMessage } from "./notice/notice.ts";
import { noticeIntervalMs } from "./notice/notice-interval.ts";
import { undeliverableNotice } from "./notice/undeliverable-notice.ts";
import { createPreviews, mayHavePreviews, type Previews, type PreviewsContext } from "./notice/previews.ts";
import { postDirectly } from "./post-directly.ts";
import { postFitted } from "./result/post-fitted.ts";
import { postOnce } from "./post-once.ts";
import { shownParent } from "./result/parent.ts";
import { postKey } from "./result/post-key.ts";
import { lateMessage, resultMessage } from "./result/result.ts";
import { mayBeShown, noteShown, shownAwaitedMs } from "./notice/shown-notice.ts";
import { asIntended, batchStatusOf, isOut, openJobs, settledJobs } from "./batch-status.ts";
import { runPendingActions } from "./pending-actions.ts";
import type { BatchView, DeliveryStore, Post } from "../../core/delivery/delivery-store.ts";

export interface BatchReconcilerContext {
  readonly store: DeliveryStore;
  readonly media: MediaStore;
  readonly planAttachments: PlanAttachments;
  /** Whether the video service can load files that Easel stores, so that a picture can become a clip. */
  readonly canAnimate: boolean;
  /** The platform, with posts in fair turns for the batch's requester. Undefined if this process does not have the platform. */
  readonly platformOf: (view: BatchView) => Platform | undefined;
  readonly approvals: AskContext["approvals"];
  readonly decide: AskContext["decide"];
  readonly previews: Omit<PreviewsContext, "log">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * The state of a batch whose messages are managed. A single object per batch, because thousands of clips may be watched for
 * hours.
 */
export interface Reconciling {
  readonly batchId: string;
  readonly context: BatchReconcilerContext;
  readonly signal: AbortSignal;
  /** The last snapshots of running jobs, by job id. */
  readonly snapshots: Map<string, ReceivedSnapshot>;
  previews: Previews | undefined;
  previewsShown: number;
  /** A digest of the notice's content. There may be thousands of notices, so the content itself is not kept. */
  shown: string | undefined;
  /** The id of the notice, if the platform reported that it was deleted. */
  goneNotice: string | undefined;
  /** The notice is not edited before this time (by `elapsed`). */
  restsUntil: number;
  /** Whether nothing may be posted until the outcome of the acknowledgement is known. Any change may reveal that outcome. */
  awaitsShown: boolean;
  /** Whether the platform's own message has been looked for. */
  hasLooked: boolean;
  /** Whether a notice was sent whose arrival is not stored yet. */
  mayStray: boolean;
  readonly wakeup: Wakeup;
  /** Cancels the wake-up at `restsUntil`; undefined if none is scheduled. */
  forgetWaking: (() => void) | undefined;
}

/** Idle poll interval. The worker's sweep catches missed wakeups. */
const IDLE_MS = 5 * 60_000;
/** Notice intervals between two checks of why a job waits. This part of a notice may lag. */
const WAITING_LOOK_FACTOR = 3;
/** The retry interval if this process doesn't have the platform. */
const ELSEWHERE_MS = 30_000;

/** Wakes the batch once its notice may be edited again. */
export function wakeOnceRested(it: Reconciling): void {
  const { clock } = it.context;
  const restMs = it.restsUntil - clock.elapsed();
  if (restMs <= 0) {
    it.wakeup.wake();
    return;
  }
  it.forgetWaking ??= clock.after(restMs, () => {
    it.forgetWaking = undefined;
    it.wakeup.wake();
  });
}

/** Does the next step. Returns how long to wait for news, or undefined when the batch is closed. */
export async function reconcileStep(it: Reconciling): Promise<number | undefined> {
  const { batchId, context, signal } = it;
  const { store, clock } = context;
  const view = await store.view(batchId);
  if (!view || view.batch.closed) return undefined;
  const platform = context.platformOf(view);
  // Another process may have the platform; try again later.
  if (!platform) return ELSEWHERE_MS;
  const { planAttachments, media, canAnimate, log } = context;
  const posting = { store, platform, log, planAttachments, media, canAnimate };
  const awaitedMs = shownAwaitedMs(view, platform, clock.now());
  it.awaitsShown = awaitedMs > 0;
  if (it.awaitsShown) return awaitedMs;
  if (!it.hasLooked && mayBeShown(view, platform)) {
    await noteShown(view, posting, signal);
    it.hasLooked = true;
    return 0;
  }
  if (await askAdmins(view, { ...context, platform }, signal)) return 0;
  const notice = view.posts.find((post) => post.kind === "notice");
  const result = view.posts.find((post) => post.kind === "result");
  const status = batchStatusOf(view, clock.now());

  if (status.ready && status.cancelled) {
    await runPendingActions(view, posting, media, signal);
    const folded = await foldNotice(it, view, platform, notice, cancelledNotice(view));
    return (await store.close(batchId, view.batch.actionsRequested, folded)) ? undefined : 0;
  }
  if (!status.ready && !isOut(result)) {
    return followWithNotice(it, view, platform, notice, status.readyInMs);
  }
  if (!result || result.state === "intended") {
    const intended = await store.intendPost(view, "result", settledJobs(view), openJobs(view));
    const post = intended?.posts.find((known) => known.kind === "result");
    if (!intended || !post) return 0;
    const said = asIntended(intended, post);
    const parent = await shownParent(said, store);
    const compose = (plan: AttachmentPlan) => resultMessage(said, "result", media, plan, canAnimate, parent);
    const ref = await postFitted(intended, post, compose, posting, signal);
    // If more may follow, or nothing could be posted, the stored data decides the next step.
    if (!status.final || !ref || latecomers(intended, post).length > 0) return 0;
    const gone = await foldNotice(it, intended, platform, notice, undefined);
    return (await store.close(batchId, view.batch.actionsRequested, gone)) ? undefined : 0;
  }
  if (await postDirectly(view, posting, signal)) return 0;
  const refused = result.state === "undeliverable" && (notice?.state === "intended" || notice?.state === "posted");
  const lastWord = refused ? await undeliverableNotice(view, platform.capabilities) : undefined;
  const folded = await foldNotice(it, view, platform, notice, lastWord);
  const late = latecomers(view, result);
  if (folded && (late.length > 0 || !status.final)) await store.postDone(batchId, "notice", "folded", folded);
  await runPendingActions(view, posting, context.media, signal);
  for (const job of late) await postLate(view, job);
  if (!status.final) return IDLE_MS;
  return (await store.close(batchId, view.batch.actionsRequested, folded)) ? undefined : 0;

  async function postLate(seen: BatchView, job: Job): Promise<void> {
    const kind = lateKind(seen, job);
    const fresh = (await store.intendPost(seen, kind, [job.id])) ?? seen;
    const post = fresh.posts.find((known) => known.kind === kind);
    if (post?.state !== "intended") return;
    const parent = await shownParent(fresh, store);
    const compose = (plan: AttachmentPlan) => lateMessage(fresh, job, kind, media, plan, canAnimate, parent);
    await postFitted(fresh, post, compose, posting, signal);
  }
}

/** Posts the notice, or edits it if its content changed, no more often than the platform allows. */
async function followWithNotice(
  it: Reconciling,
  view: BatchView,
  platform: Platform,
  notice: Post | undefined,
  readyInMs: number | undefined,
): Promise<number> {
  const { context, snapshots, signal } = it;
  const { clock } = context;
  const now = clock.now();
  const message = noticeMessage(view, snapshots, now);
  if (mayHavePreviews(view, platform.capabilities)) {
    const { previews, log } = context;
    it.previews ??= createPreviews({ ...previews, log }, platform.capabilities, () => wakeOnceRested(it), signal);
  }
  const pictures = it.previews?.of(view) ?? [];
  const content = [message.text, message.progress, message.buttons, pictures.length];
  const digest = hash("sha1", JSON.stringify(content), "base64");
  const lookMs = WAITING_LOOK_FACTOR * noticeIntervalMs(view, platform, now);
  const news = [readyInMs, nextNewsInMs(view, now, lookMs), nextExpectedInMs(message, now)];
  const nextMs = Math.min(IDLE_MS, ...news.map((ms) => ms ?? IDLE_MS));
  if (notice?.state === "intended") {
    it.mayStray = true;
    await postOnce(view, notice, message, { ...context, platform }, signal);
    it.mayStray = false;
    noteText();
    it.restsUntil = clock.elapsed() + noticeIntervalMs(view, platform, now);
    return nextMs;
  }
  if (notice?.messageId === undefined || notice.state !== "posted" || digest === it.shown) return nextMs;
  if (notice.messageId === it.goneNotice) return nextMs;
  const restMs = it.restsUntil - clock.elapsed();
  if (restMs > 0) return Math.min(restMs, nextMs);
  it.restsUntil = clock.elapsed() + noticeIntervalMs(view, platform, now);
  // An edit without files keeps the pictures that the notice shows.
  const brings = pictures.length > it.previewsShown;
  const edited = brings ? { ...message, files: pictures } : message;
  const id = notice.messageId;
  const edit = async (): Promise<void> => {
    try {
      await platform.edit({ conversation: view.batch.conversation, id }, edited, signal);
    } catch (error) {
      if (error instanceof PlatformError && error.failure === "gone") it.goneNotice = id;
      throw error;
    }
  };
  const isEdited = await (brings ? unlessAborted(it, edit) : quietly(it, edit));
  if (brings && !isEdited) {
    // Easel may lack the permission to attach files, or can't send them now. The text follows without them.
    it.previews?.end();
    return Math.min(noticeIntervalMs(view, platform, now), nextMs);
  }
  it.previewsShown = pictures.length;
  noteText();
  return nextMs;

  function noteText(): void {
    it.shown = digest;
    for (const [jobId, shownEnd] of shownEnds(view.jobs, message)) {
      const known = snapshots.get(jobId);
      if (known) snapshots.set(jobId, { ...known, shownEnd });
    }
  }
}

/** Removes the notice, or replaces it with a final sentence. Returns what to store about it; undefined for nothing. */
async function foldNotice(
  it: Reconciling,
  view: BatchView,
  platform: Platform,
  notice: Post | undefined,
  lastWord: Message | undefined,
): Promise<{ messageId?: string } | undefined> {
  if (notice?.state !== "intended" && notice?.state !== "posted") return undefined;
  const { batchId, context, signal } = it;
  const { store } = context;
  const { conversation } = view.batch;
  report("fold:before");
  // Only the platform knows about a notice that was posted just before a crash.
  const ref =
    notice.messageId === undefined
      ? await platform.findPost(conversation, postKey(batchId, "notice"), signal)
      : { conversation, id: notice.messageId };
  // The platform's own message may have appeared in the meantime; if so, it is the one to fold. A final sentence needs a message
  // of its own.
  if (!ref && mayBeShown(view, platform) && (lastWord || !(await store.noNotice(batchId)))) {
    const now = await store.view(batchId);
    const current = now?.posts.find((post) => post.kind === "notice");
    if (now && current?.messageId !== undefined) return foldNotice(it, now, platform, current, lastWord);
  }
  const isGone = ref !== undefined && ref.id === it.goneNotice;
  if (ref && lastWord) await quietly(it, () => platform.edit(ref, lastWord, signal));
  else if (ref && !isGone) await quietly(it, () => platform.remove(ref, signal));
  else if (!ref && lastWord && !(await postOnce(view, notice, lastWord, { ...context, platform }, signal)))
    return undefined;
  report("fold:after");
  return ref ? { messageId: ref.id } : {};
}

/** A notice that was deleted, or that can no longer be edited, must not delay the result. Returns whether it was changed. */
async function quietly({ batchId, context }: Reconciling, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    context.log.info({ batch: batchId, failure: error.failure }, "notice not changed");
    return false;
  }
}

/**
 * Pictures in a notice are an extra: a failure to show them must not delay its text or the result. Returns whether they are
 * shown.
 */
async function unlessAborted({ batchId, context, signal }: Reconciling, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    context.log.info({ batch: batchId, err: error }, "a notice is shown without pictures");
    return false;
  }
}
