import type { Clock } from "../lib/clock.ts";
import { createWakeup } from "../lib/wakeup.ts";
import { SWEEP_MS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";

/** How often a process reports its changed batches to the others. Short, because people are waiting for the changes. */
const CHANGES_INTERVAL_MS = 20;

/** Tells other processes which of their batches have changed. */
export interface ChangeBroadcast {
  /** Returns immediately. A batch that changes again before it was reported is reported once. */
  send(batchId: string): void;
  /** Reports the collected changes until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ChangeBroadcastContext {
  /** Notifies the other processes about these batches. */
  readonly say: (batchIds: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Reports the first change immediately, and then all batches together at most once per `CHANGES_INTERVAL_MS`. Reports only after
 * the commit: a notification in the same transaction would serialise all commits. If this process dies in between, the sweep of
 * the batch's worker finds the change.
 */
export function createChangeBroadcast({ say, clock, log }: ChangeBroadcastContext): ChangeBroadcast {
  const changed = new Set<string>();
  const wakeup = createWakeup(clock);
  return {
    send(batchId) {
      changed.add(batchId);
      wakeup.wake();
    },
    async run(signal) {
      while (!signal.aborted) {
        await wakeup.wait(SWEEP_MS, signal).catch(() => {});
        if (changed.size === 0 || signal.aborted) continue;
        const batchIds = [...changed];
        changed.clear();
        await say(batchIds).catch((error: unknown) => log.debug({ err: error }, "changes not broadcast"));
        await clock.sleep(CHANGES_INTERVAL_MS, signal).catch(() => {});
      }
    },
  };
}
