import type { Clock } from "../lib/clock.ts";
import { createWakeup } from "../lib/wakeup.ts";
import { SWEEP_MS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";

/** How often a process tells the others which of their batches changed: people wait for these. */
const CHANGES_INTERVAL_MS = 20;

/** Tells other processes which of their batches have changed. */
export interface ChangeBroadcast {
  /** Returns at once. A batch that changes again before it was told is told once. */
  send(batchId: string): void;
  /** Tells what has come together, until it is told to stop. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ChangeBroadcastContext {
  /** Tells the other processes of these batches. */
  readonly say: (batchIds: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Of all batches together it tells at once, and then at most once in `CHANGES_INTERVAL_MS`. It does so after what changed was
 * committed: in the same transaction it would make all who commit queue up behind one another. Were this process to die in
 * between, the sweep of whoever keeps the batch would find it.
 */
export function createChangeBroadcast({ say, clock, log }: ChangeBroadcastContext): ChangeBroadcast {
  const changed = new Set<string>();
  const wakeup = createWakeup(clock);
  return {
    send(batchId) {
      changed.add(batchId);
      wakeup.ring();
    },
    async run(signal) {
      while (!signal.aborted) {
        await wakeup.wait(SWEEP_MS, signal).catch(() => {});
        if (changed.size === 0 || signal.aborted) continue;
        const told = [...changed];
        changed.clear();
        await say(told).catch((error: unknown) => log.debug({ err: error }, "changes not told"));
        await clock.sleep(CHANGES_INTERVAL_MS, signal).catch(() => {});
      }
    },
  };
}
