import type { AttachmentPlan } from "./result/attachment-plan.ts";
import { hash } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Message } from "../../core/chat/message.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { backoff } from "../../lib/backoff.ts";
import { report } from "../../lib/steps.ts";
import { createWakeup } from "../../lib/wakeup.ts";
import type { RemoteSnapshot } from "../../core/job/remote.ts";
import type { Job } from "../../core/job/job-store.ts";
import { NOTICE_PATIENCE, POST_BACKOFF_CAP_MS, POST_BACKOFF_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import type { PlanAttachments } from "./result/fit-attachments.ts";
import { askAdmins, type AskContext } from "./approval/ask-admins.ts";
import { latecomers, lateKind } from "./result/late.ts";
import { shownEnds, receivedSnapshot, nextExpectedInMs, type ReceivedSnapshot } from "./notice/expected-end.ts";
import { cancelledNotice, nextNewsInMs, noticeMessage, saysOther, undeliverableNotice } from "./notice/notice.ts";
import { postDirectly } from "./post-directly.ts";
import { postFitted } from "./result/post-fitted.ts";
import { postOnce } from "./post-once.ts";
import { shownParent } from "./result/parent.ts";
import { postKey } from "./result/reference.ts";
import { lateMessage, resultMessage } from "./result/result.ts";
import { mayBeShown, noteShown, shownAwaitedMs } from "./notice/shown-notice.ts";
import { clearStrayNotice } from "./notice/stray-notice.ts";
import { asIntended, openJobs, batchStatusOf } from "./batch-status.ts";
import { runPendingActions } from "./pending-actions.ts";
import type { BatchView, DeliveryStore, Post } from "../../core/delivery/delivery-store.ts";

export interface BatchReconcilerContext {
  readonly store: DeliveryStore;
  readonly media: MediaStore;
  readonly planAttachments: PlanAttachments;
  /** Whether the video service can load files that Easel stores, so that a picture can become a clip. */
  readonly canAnimate: boolean;
  /** The platform as the member who asked uses it. Undefined if this process does not have it. */
  readonly platformOf: (view: BatchView) => Platform | undefined;
  readonly approvals: AskContext["approvals"];
  readonly decide: AskContext["decide"];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** Manages one batch's messages from its acceptance to its end. */
export interface BatchReconciler {
  /** Call when the batch has changed; it is read at once. */
  wake(): void;
  /**
   * Like `wake`, but throttled: only the progress message can have changed, so it waits until the next edit is allowed.
   */
  wakeForNotice(): void;
  /**
   * Reports a job's progress, which is not stored. `isEcho` means that it was broadcast before this process had the
   * batch, so it counts only if nothing newer is known.
   */
  progress(jobId: string, snapshot: RemoteSnapshot, isEcho?: boolean): void;
  /** Resolves when nothing is left to do; rejects with the signal's reason. */
  readonly done: Promise<void>;
}

/** Idle poll interval. The worker's sweep catches missed wakeups. */
const IDLE_MS = 5 * 60_000;
/** The reason why a job waits is read once in this many notice intervals, because the notice of many jobs can lag. */
const WAITING_LOOK_FACTOR = 3;
/** The retry interval if this process doesn't have the platform. */
const ELSEWHERE_MS = 30_000;

/**
 * Starts to reconcile a batch: one notice that follows its progress, then one result. Apart from progress, it uses only
 * stored data, so another process can continue at any point.
 */
export function reconcileBatch(batchId: string, context: BatchReconcilerContext, signal: AbortSignal): BatchReconciler {
  const { store, clock } = context;
  const wakeup = createWakeup(clock);
  const snapshots = new Map<string, ReceivedSnapshot>();
  const shownBefore = new Map<string, number>();
  /** A digest of the notice's content. There may be thousands of notices, so the content itself is not kept. */
  let shown: string | undefined;
  /** No edit, and no notice, is sent before this time (by `elapsed`). */
  let restsUntil = Number.NEGATIVE_INFINITY;
  let forgetWaking: (() => void) | undefined;
  /** Nothing is posted until the fate of the acknowledgement is known. Any change may reveal it. */
  let awaitsShown = false;
  /** Whether the platform's own message has been looked for. */
  let hasLooked = false;
  /** Whether a notice was sent whose arrival is not stored yet. */
  let mayStray = false;

  return {
    wake: () => wakeup.wake(),
    wakeForNotice: () => (awaitsShown ? wakeup.wake() : wakeOnceRested()),
    progress(jobId, snapshot, isEcho = false) {
      const before = snapshots.get(jobId);
      if (isEcho && before) return;
      snapshots.set(jobId, receivedSnapshot(snapshot, before, clock.now()));
      // A watcher polls often. A poll without news must not cost a database read.
      if (!awaitsShown && (!before || saysOther(before, snapshot))) wakeOnceRested();
    },
    done: keepToEnd(),
  };

  function wakeOnceRested(): void {
    const restMs = restsUntil - clock.elapsed();
    if (restMs <= 0) wakeup.wake();
    else forgetWaking ??= clock.after(restMs, endRest);
  }

  function endRest(): void {
    forgetWaking = undefined;
    wakeup.wake();
  }

  async function keepToEnd(): Promise<void> {
    try {
      await keep();
    } finally {
      forgetWaking?.();
      if (mayStray) await clearStrayNotice(batchId, context);
    }
  }

  async function keep(): Promise<void> {
    for (let failures = 0; ;) {
      signal.throwIfAborted();
      let waitMs: number | undefined;
      try {
        waitMs = await step();
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        context.log.warn({ batch: batchId, err: error }, "message not delivered yet");
        await clock.sleep(backoff(failures++, POST_BACKOFF_MS, POST_BACKOFF_CAP_MS, context.random), signal);
        continue;
      }
      if (waitMs === undefined) return;
      await wakeup.wait(waitMs, signal);
    }
  }

  /** Does the next step. Returns how long to wait for news, or undefined when the batch is closed. */
  async function step(): Promise<number | undefined> {
    const view = await store.view(batchId);
    if (!view || view.batch.closed) return undefined;
    const platform = context.platformOf(view);
    // Another process may have the platform; try again later.
    if (!platform) return ELSEWHERE_MS;
    const { planAttachments, media, canAnimate } = context;
    const posting = { store, platform, planAttachments, media, canAnimate };
    const awaitedMs = shownAwaitedMs(view, platform, clock.now());
    awaitsShown = awaitedMs > 0;
    if (awaitsShown) return awaitedMs;
    if (!hasLooked && mayBeShown(view, platform)) {
      await noteShown(view, posting, signal);
      hasLooked = true;
      return 0;
    }
    if (await askAdmins(view, { ...context, platform }, signal)) return 0;
    const notice = view.posts.find((post) => post.kind === "notice");
    const result = view.posts.find((post) => post.kind === "result");
    const status = batchStatusOf(view, clock.now());

    if (status.ready && status.cancelled) {
      const folded = await foldNotice(view, platform, notice, cancelledNotice(view));
      return (await store.close(batchId, view.batch.actionsRequested, folded)) ? undefined : 0;
    }
    if (!status.ready && !isOut(result)) {
      return followWithNotice(view, platform, notice, status.readyInMs);
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
      const gone = await foldNotice(intended, platform, notice, undefined);
      return (await store.close(batchId, view.batch.actionsRequested, gone)) ? undefined : 0;
    }
    if (await postDirectly(view, posting, signal)) return 0;
    const lastWord = result.state === "undeliverable" ? undeliverableNotice(view) : undefined;
    const folded = await foldNotice(view, platform, notice, lastWord);
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
    view: BatchView,
    platform: Platform,
    notice: Post | undefined,
    readyInMs: number | undefined,
  ): Promise<number> {
    const now = clock.now();
    const message = noticeMessage(view, snapshots, now, shownBefore);
    const says = hash("sha1", JSON.stringify([message.text, message.progress, message.buttons]), "base64");
    const lookMs = WAITING_LOOK_FACTOR * noticeIntervalMs(view, platform, now);
    const news = [readyInMs, nextNewsInMs(view, now, lookMs), nextExpectedInMs(message, now)];
    const nextMs = Math.min(IDLE_MS, ...news.map((ms) => ms ?? IDLE_MS));
    if (notice?.state === "intended") {
      mayStray = true;
      await postOnce(view, notice, message, { store, platform }, signal);
      mayStray = false;
      noteText();
      restsUntil = clock.elapsed() + noticeIntervalMs(view, platform, now);
      return nextMs;
    }
    if (notice?.messageId === undefined || notice.state !== "posted" || says === shown) return nextMs;
    const restMs = restsUntil - clock.elapsed();
    if (restMs > 0) return Math.min(restMs, nextMs);
    restsUntil = clock.elapsed() + noticeIntervalMs(view, platform, now);
    await quietly(() =>
      platform.edit({ conversation: view.batch.conversation, id: notice.messageId ?? "" }, message, signal),
    );
    noteText();
    return nextMs;

    function noteText(): void {
      shown = says;
      for (const [jobId, at] of shownEnds(view.jobs, message)) shownBefore.set(jobId, at);
    }
  }

  /** Removes the notice, or replaces it with a final sentence. Returns what to store about it; undefined for nothing. */
  async function foldNotice(
    view: BatchView,
    platform: Platform,
    notice: Post | undefined,
    lastWord: Message | undefined,
  ): Promise<{ messageId?: string } | undefined> {
    if (!notice || notice.state === "folded" || notice.state === "undeliverable") return undefined;
    const { conversation } = view.batch;
    report("fold:before");
    // Only the platform knows about a notice that was posted just before a crash.
    const ref =
      notice.messageId === undefined
        ? await platform.findPost(conversation, postKey(batchId, "notice"), signal)
        : { conversation, id: notice.messageId };
    // The platform's own message may have appeared in the meantime; in that case, that message is removed. A final
    // sentence needs a message of its own.
    if (!ref && mayBeShown(view, platform) && (lastWord || !(await store.noNotice(batchId)))) {
      const now = await store.view(batchId);
      const current = now?.posts.find((post) => post.kind === "notice");
      if (now && current?.messageId !== undefined) return foldNotice(now, platform, current, lastWord);
    }
    if (ref) await quietly(() => (lastWord ? platform.edit(ref, lastWord, signal) : platform.remove(ref, signal)));
    else if (lastWord && !(await postOnce(view, notice, lastWord, { store, platform }, signal))) return undefined;
    report("fold:after");
    return ref ? { messageId: ref.id } : {};
  }

  /** A notice that somebody deleted, or that can no longer be edited, must not delay the result. */
  async function quietly(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof PlatformError) || error.retryable) throw error;
      context.log.info({ batch: batchId, failure: error.failure }, "notice not changed");
    }
  }
}

/**
 * The older a batch is, the less a short delay matters. Most of the platform's edits should serve people who have just
 * asked.
 */
function noticeIntervalMs({ batch }: BatchView, { capabilities }: Platform, now: number): number {
  const age = now - batch.createdAt.getTime();
  const factor = NOTICE_PATIENCE.findLast(({ fromMs }) => age >= fromMs)?.factor ?? 1;
  return capabilities.noticeIntervalMs * factor;
}

/** Jobs whose artifact is settled either way: the result covers them. */
function settledJobs(view: BatchView): string[] {
  return view.artifacts.filter((artifact) => artifact.state !== "due").map((artifact) => artifact.jobId);
}

/** Whether the result is in the conversation, or has been there. */
function isOut(result: Post | undefined): boolean {
  return result?.state === "posted" || result?.state === "removing" || result?.state === "removed";
}
