import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { HEARTBEAT_MS, SELF_FENCE_MS } from "../limits.ts";
import type { Logger } from "../log.ts";
import type { JobStore } from "./store.ts";

/** One stretch of time in which this process is known to live and may work. */
export interface Lease {
  readonly workerId: string;
  /** Aborted when the stretch is over: no confirmed beat for too long, declared dead, or told to stop. */
  readonly signal: AbortSignal;
}

export interface LeaseContext {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Registers a worker and keeps it alive until the lease ends, running `work` meanwhile; resolves when `work` is down. A
 * worker that can't confirm that it lives stops by itself before anyone else may take its jobs over.
 */
export async function holdLease(
  context: LeaseContext,
  work: (lease: Lease) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = context;
  const workerId = randomUUID();
  await store.register(workerId);
  const over = new AbortController();
  const lease: Lease = { workerId, signal: AbortSignal.any([signal, over.signal]) };
  const beating = keepBeating();
  try {
    await work(lease);
  } finally {
    over.abort(new Error("the work has ended"));
    await beating;
    if (signal.aborted) await store.retire(workerId).catch((error: unknown) => log.warn({ err: error }, "not retired"));
  }

  async function keepBeating(): Promise<void> {
    let confirmed = clock.now();
    while (!lease.signal.aborted) {
      await clock.sleep(HEARTBEAT_MS, lease.signal).catch(() => {});
      if (lease.signal.aborted) return;
      const asked = clock.now();
      try {
        if (!(await store.beat(workerId))) {
          over.abort(new Error("declared dead by another process"));
          return;
        }
        confirmed = asked;
      } catch (error) {
        log.warn({ err: error }, "no heartbeat");
        // The next beat comes after the interval, so this one decides whether there is time for it.
        if (clock.now() - confirmed + HEARTBEAT_MS > SELF_FENCE_MS) {
          log.error({ worker: workerId }, "no confirmed heartbeat: stopping until the database is back");
          over.abort(new Error("no confirmed heartbeat"));
          return;
        }
      }
    }
  }
}
