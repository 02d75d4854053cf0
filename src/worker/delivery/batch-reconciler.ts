import type { RemoteSnapshot } from "../../core/job/remote.ts";
import { backoff } from "../../lib/backoff.ts";
import { POST_BACKOFF_CAP_MS, POST_BACKOFF_MS } from "../../lib/limits.ts";
import { createWakeup } from "../../lib/wakeup.ts";
import { receivedSnapshot } from "./notice/expected-end.ts";
import { saysOther } from "./notice/notice.ts";
import { clearStrayNotice } from "./notice/stray-notice.ts";
import { reconcileStep, wakeOnceRested, type BatchReconcilerContext, type Reconciling } from "./reconcile-step.ts";

/** Manages one batch's messages from its acceptance to its end. */
export interface BatchReconciler {
  /** Call when the batch has changed. The batch is read immediately. */
  wake(): void;
  /** Like `wake`, but throttled: only the progress message can have changed, so it waits until the next edit is allowed. */
  wakeForNotice(): void;
  /**
   * Reports a job's progress, which is not stored. `isEcho`: this process broadcast it itself, before it had the batch, so it
   * counts only if nothing newer is known.
   */
  progress(jobId: string, snapshot: RemoteSnapshot, isEcho?: boolean): void;
  /** Resolves when nothing is left to do; rejects with the signal's reason. */
  readonly done: Promise<void>;
}

/**
 * Starts to reconcile a batch: one notice that follows its progress, then one result. Apart from progress, it uses only
 * stored data, so another process can continue at any point.
 */
export function reconcileBatch(batchId: string, context: BatchReconcilerContext, signal: AbortSignal): BatchReconciler {
  const it: Reconciling = {
    batchId,
    context,
    signal,
    snapshots: new Map(),
    previews: undefined,
    previewsShown: 0,
    shown: undefined,
    goneNotice: undefined,
    restsUntil: Number.NEGATIVE_INFINITY,
    awaitsShown: false,
    hasLooked: false,
    mayStray: false,
    wakeup: createWakeup(context.clock),
    forgetWaking: undefined,
  };
  return {
    wake: () => it.wakeup.wake(),
    wakeForNotice: () => (it.awaitsShown ? it.wakeup.wake() : wakeOnceRested(it)),
    progress(jobId, snapshot, isEcho = false) {
      const before = it.snapshots.get(jobId);
      if (isEcho && before) return;
      const now = receivedSnapshot(snapshot, before, context.clock.now());
      if (now !== before) it.snapshots.set(jobId, now);
      // A watcher polls often. A poll without news must not cost a database read.
      if (!it.awaitsShown && (!before || saysOther(before, snapshot))) wakeOnceRested(it);
    },
    done: keepToEnd(it),
  };
}

async function keepToEnd(it: Reconciling): Promise<void> {
  const { batchId, context, signal } = it;
  let failures = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      let waitMs: number | undefined;
      try {
        waitMs = await reconcileStep(it);
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        context.log.warn({ batch: batchId, err: error }, "message not delivered yet");
        const delayMs = backoff(failures++, POST_BACKOFF_MS, POST_BACKOFF_CAP_MS, context.random);
        await context.clock.sleep(delayMs, signal);
        continue;
      }
      if (waitMs === undefined) return;
      await it.wakeup.wait(waitMs, signal);
    }
  } finally {
    it.previews?.end();
    it.forgetWaking?.();
    if (it.mayStray) await clearStrayNotice(batchId, context);
  }
}
