import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import type { SweepLedger } from "./ledger.ts";
import type { SweepableStore } from "./media-store.ts";

/** The interval between sweeps. It can be long, because contents are kept for days. */
const SWEEP_MEDIA_MS = 3_600_000;
/** Contents removed in one round, which takes one database call. */
export const SWEEP_MEDIA_AT_ONCE = 200;

/** Removes contents from the media store that have not been needed for long. */
export interface Sweeper {
  /** Sweeps regularly until the signal is aborted, while no other worker does. */
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** Removes what is due, if this worker is the sweeper. Returns the number of contents. */
  sweep(workerId: string, signal: AbortSignal): Promise<number>;
}

export interface SweeperContext {
  readonly ledger: SweepLedger;
  readonly store: SweepableStore;
  /** Other folders in which dead processes may have left files. */
  readonly folders: readonly { removeAbandoned(): Promise<void> }[];
  /** How long a content is kept after its last use. */
  readonly keepMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * A content is first marked in the ledger, which is impossible while it is needed; only then is it removed from the store. A
 * crash in between leaves it marked, and the next sweep continues there.
 */
export function createSweeper({ ledger, store, folders, keepMs, clock, log }: SweeperContext): Sweeper {
  const sweep = async (workerId: string, signal: AbortSignal): Promise<number> => {
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      if (!(await ledger.holdSweep(workerId))) return removed;
      const hashes = await ledger.doom(workerId, clock.now() - keepMs, SWEEP_MEDIA_AT_ONCE);
      for (const hash of hashes) {
        // A worker that lost its lease must not remove what another sweep has allowed again.
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
    run(workerId, signal) {
      const sweepAll = async (): Promise<void> => {
        const removed = await sweep(workerId, signal);
        if (removed > 0) log.info({ removed }, "media no longer kept");
        for (const folder of [store, ...folders]) await folder.removeAbandoned();
      };
      const onError = (error: unknown): void =>
        log.warn({ err: error }, "unneeded media could not be removed; trying again");
      return repeat(sweepAll, { pauseMs: SWEEP_MEDIA_MS, clock, onError }, signal);
    },
  };
}
