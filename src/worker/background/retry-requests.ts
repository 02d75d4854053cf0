import type { Clock } from "../../lib/clock.ts";
import { isRetryable } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import type { DueRetry, EndedRetry, RetryOutcome, RetryStore } from "../../core/job/recovery/recoveries.ts";

/** How often a worker looks for confirmed retries. */
const RETRIES_MS = 2_000;
/** Requests read per query. */
const RETRIES_AT_ONCE = 20;
/** The pause between two requests: each posts a notice, and members' own requests take precedence. */
const RETRY_PAUSE_MS = 250;
/** A request that can't be retried for this long, for example because its platform is unavailable, is given up. */
const RETRY_WINDOW_MS = 24 * 3_600_000;

/** Repeats one request in its member's name. Rejects with a retryable error if a later attempt may succeed. */
export type Redo = (item: DueRetry) => Promise<RetryOutcome>;

/** Works through confirmed retries in the background, one request after another. If the worker dies, another one continues. */
export interface Retrier {
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** One pass over the next requests that are due. */
  retryDue(workerId: string, signal: AbortSignal): Promise<void>;
}

export function createRetrier(context: {
  readonly store: RetryStore;
  readonly redo: Redo;
  readonly textOf: (ended: EndedRetry) => string;
  readonly clock: Clock;
  readonly log: Logger;
}): Retrier {
  const { store, redo, textOf, clock, log } = context;

  /** Undefined: it is tried again later. */
  const outcomeOf = async (item: DueRetry): Promise<RetryOutcome | undefined> => {
    const before = await store.repeated(item);
    if (before !== undefined) return before === "ours" ? "retried" : "again";
    try {
      return await redo(item);
    } catch (error) {
      const isLate = clock.now() - item.confirmedAt.getTime() > RETRY_WINDOW_MS;
      const again = isRetryable(error) && !isLate;
      if (again) log.info({ err: error, batch: item.batchId }, "a request could not be retried yet");
      else log.error({ err: error, batch: item.batchId }, "a request could not be retried");
      return again ? undefined : "failed";
    }
  };

  const retryDue: Retrier["retryDue"] = async (workerId, signal) => {
    const items = await store.due(RETRIES_AT_ONCE);
    if (items.length === 0 || !(await store.hold(workerId))) return;
    for (const item of items) {
      signal.throwIfAborted();
      const outcome = await outcomeOf(item);
      await (outcome === undefined ? store.postpone(item) : store.settle(item, outcome, textOf));
      await clock.sleep(RETRY_PAUSE_MS, signal);
    }
  };

  return {
    retryDue,
    run(workerId, signal) {
      const onError = (error: unknown): void =>
        log.warn({ err: error }, "confirmed retries could not be worked on; trying again");
      return repeat(() => retryDue(workerId, signal), { pauseMs: RETRIES_MS, clock, onError }, signal);
    },
  };
}
