import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { SweepLedger } from "./ledger.ts";
import type { SweepableStore } from "./media-store.ts";

/** How often what nobody needs any more is looked for: it is counted in days. */
const SWEEP_MEDIA_MS = 3_600_000;
/** Contents taken out in one go: the database is asked once for so many. */
export const SWEEP_MEDIA_AT_ONCE = 200;

/** Takes out of the media store what nobody has needed for long. */
export interface Sweeper {
  /** Sweeps now and then until the signal is aborted, while no other worker does. */
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** Takes out what is due, if it is this worker that sweeps. Returns how many contents that were. */
  sweep(workerId: string, signal: AbortSignal): Promise<number>;
}

export interface SweeperContext {
  readonly ledger: SweepLedger;
  readonly store: SweepableStore;
  /** Other folders in which processes that were killed may have left something. */
  readonly folders: readonly { removeAbandoned(): Promise<void> }[];
  /** How long a content is kept after it was last needed. */
  readonly keepMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * A content is marked in the ledger first, which nobody who needs it can have happen; only then is it taken out of the store.
 * A crash in between leaves it marked, and the next sweep goes on there.
 */
export function createSweeper({ ledger, store, folders, keepMs, clock, log }: SweeperContext): Sweeper {
  const sweep = async (workerId: string, signal: AbortSignal): Promise<number> => {
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      if (!(await ledger.holdSweep(workerId))) return removed;
      const hashes = await ledger.doom(workerId, clock.now() - keepMs, SWEEP_MEDIA_AT_ONCE);
      for (const hash of hashes) {
        // Whoever lost its lease must not take out what another one's sweep has let in again.
        signal.throwIfAborted();
        await store.remove(hash);
      }
      await ledger.forget(hashes);
      removed += hashes.length;
      if (hashes.length < SWEEP_MEDIA_AT_ONCE) return removed;
    }
  };

  return {
    sweep,
    async run(workerId, signal) {
      while (!signal.aborted) {
        try {
          const removed = await sweep(workerId, signal);
          if (removed > 0) log.info({ removed }, "media no longer kept");
          for (const folder of [store, ...folders]) await folder.removeAbandoned();
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error }, "media not swept, will be tried again");
        }
        await clock.sleep(SWEEP_MEDIA_MS, signal);
      }
    },
  };
}
