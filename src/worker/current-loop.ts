import type { Clock } from "../lib/clock.ts";
import type { WorkerLoop } from "./worker-loop.ts";

/** Older losses are not counted. */
const RECENT_MS = 15 * 60_000;

/** The worker loop of this process, for as long as it has a lease. */
export interface CurrentLoop {
  get(): WorkerLoop | undefined;
  /** Undefined means that the lease is lost or was given up. */
  change(loop: WorkerLoop | undefined): void;
  /** How many leases this process has lost or given up in the last 15 minutes. */
  lost(): number;
}

export function createCurrentLoop(clock: Pick<Clock, "elapsed">): CurrentLoop {
  let loop: WorkerLoop | undefined;
  let losses: readonly number[] = [];
  const recent = (): readonly number[] => losses.filter((at) => clock.elapsed() - at < RECENT_MS);
  return {
    get: () => loop,
    change(next) {
      if (loop && !next) losses = [...recent(), clock.elapsed()];
      loop = next;
    },
    lost: () => recent().length,
  };
}
