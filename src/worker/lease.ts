import { randomUUID } from "node:crypto";
import { NO_LONGER, type Clock } from "../lib/clock.ts";
import { HEARTBEAT_MS, SELF_FENCE_MS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import type { JobStore } from "../core/job/job-store.ts";

/** A failed heartbeat is retried after this time, because a short database outage must not end the work. */
const BEAT_RETRY_MS = 1_000;

/** A period in which this process is known to be alive and may work. */
export interface Lease {
  readonly workerId: string;
  /** Aborted when the lease ends: no confirmed heartbeat for too long, declared dead, or told to stop. */
  readonly signal: AbortSignal;
}

export interface LeaseContext {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Registers a worker and keeps it alive until the lease ends, running `work` meanwhile. Resolves when `work` has
 * stopped. A worker that can't confirm that it is alive stops by itself before another one may take its jobs. `former`
 * is this process's previous worker. Returns the new one.
 */
export async function holdLease(
  context: LeaseContext,
  work: (lease: Lease) => Promise<void>,
  signal: AbortSignal,
  former?: string,
): Promise<string> {
  const { store, clock, log } = context;
  const workerId = randomUUID();
  const registeredAt = clock.elapsed();
  await store.register(workerId, former);
  const over = new AbortController();
  const lease: Lease = { workerId, signal: AbortSignal.any([signal, over.signal]) };
  const beating = keepBeating();
  try {
    await work(lease);
  } finally {
    over.abort(new Error("the work has ended"));
    await beating;
    if (signal.aborted)
      await store
        .retire(workerId)
        .catch((error: unknown) =>
          log.info({ err: error }, "the end of the lease could not be stored; other workers take over when it expires"),
        );
  }
  return workerId;

  async function keepBeating(): Promise<void> {
    let confirmed = registeredAt;
    let pause = HEARTBEAT_MS;
    while (!lease.signal.aborted) {
      await clock.sleep(pause, lease.signal).catch(() => {});
      if (lease.signal.aborted) return;
      const asked = clock.elapsed();
      const answer = await beatWithin(confirmed + SELF_FENCE_MS - asked);
      if (answer === "dead") {
        over.abort(new Error("declared dead by another process"));
        return;
      }
      if (answer === "alive") confirmed = asked;
      pause = answer === "alive" ? HEARTBEAT_MS : BEAT_RETRY_MS;
      // The next heartbeat would be too late. Stop now, while no other worker can have the jobs yet.
      if (clock.elapsed() + pause - confirmed > SELF_FENCE_MS) {
        log.warn({ worker: workerId }, "no confirmed heartbeat: stopping until the database is back");
        over.abort(new Error("no confirmed heartbeat"));
        return;
      }
    }
  }

  /** One heartbeat, abandoned when its answer would come too late to count. */
  async function beatWithin(ms: number): Promise<"alive" | "dead" | "unknown"> {
    const answered = new AbortController();
    const tooLate = clock.sleep(Math.max(0, ms), AbortSignal.any([lease.signal, answered.signal])).then(
      () => "unknown" as const,
      () => "unknown" as const,
    );
    const beat = store.beat(workerId).then(
      (alive) => (alive ? ("alive" as const) : ("dead" as const)),
      (error: unknown) => {
        log.warn({ err: error }, "no heartbeat");
        return "unknown" as const;
      },
    );
    const answer = await Promise.race([beat, tooLate]);
    answered.abort(NO_LONGER);
    return answer;
  }
}
