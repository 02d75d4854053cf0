import { NO_LONGER, type Clock } from "../lib/clock.ts";

/** Waits between retries, which a member's request can cut short. */
export interface RetryWaits {
  /** Resolves after `ms`, or when the batch is woken; rejects with the signal's reason. */
  sleep(batchId: string, ms: number, signal: AbortSignal): Promise<void>;
  /** Ends every wait of a batch. */
  wake(batchId: string): void;
}

export function createRetryWaits(clock: Clock): RetryWaits {
  const sleeping = new Map<string, Set<AbortController>>();
  return {
    async sleep(batchId, ms, signal) {
      const woken = new AbortController();
      const others = sleeping.get(batchId) ?? new Set();
      sleeping.set(batchId, others.add(woken));
      try {
        await clock.sleep(ms, AbortSignal.any([signal, woken.signal]));
      } catch {
        signal.throwIfAborted();
      } finally {
        others.delete(woken);
        if (others.size === 0) sleeping.delete(batchId);
      }
    },
    wake(batchId) {
      for (const one of sleeping.get(batchId) ?? []) one.abort(NO_LONGER);
    },
  };
}
