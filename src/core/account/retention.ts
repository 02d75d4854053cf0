import type { Clock } from "../../lib/clock.ts";
import { DAY_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

/** How often old rows are looked for. Rare is enough, because they are kept for weeks. */
const RETENTION_MS = 3_600_000;
/** Rows deleted in one statement: a request has up to ten jobs. The statement takes a fraction of a second. */
const AT_ONCE = { requests: 100, messages: 500, files: 500, audit: 1_000 } as const;
/** Between two of them, so that deleting a year's rows leaves the database to others. */
const PAUSE_MS = 250;

/** What is deleted once it is old. */
export type Kept = keyof typeof AT_ONCE;

/** The port for deleting old rows. */
export interface RetentionStore {
  /** Whether this worker is the one that deletes. It becomes that one if nobody else is. */
  hold(workerId: string): Promise<boolean>;
  /** Deletes rows of a kind that are older than a moment, at most `limit`; returns how many. Skips what somebody is changing. */
  deleteOld(what: Kept, before: Date, limit: number): Promise<number>;
}

export interface RetentionContext {
  readonly store: RetentionStore;
  /** Days for which requests and messages in the Console are kept; undefined: for good. */
  readonly keepDays: number | undefined;
  /** The same for the audit. */
  readonly keepAuditDays: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Deletes requests, messages and entries of the audit that are older than the operator keeps them. */
export interface Retention {
  /** Deletes regularly until the signal is aborted, while no other worker does. Resolves at once if everything is kept. */
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** Deletes what is due, if this worker is the one that deletes. Returns how many rows of each kind. */
  sweep(workerId: string, signal: AbortSignal): Promise<Readonly<Record<Kept, number>>>;
}

export function createRetention({ store, keepDays, keepAuditDays, clock, log }: RetentionContext): Retention {
  const days: Readonly<Record<Kept, number | undefined>> = {
    requests: keepDays,
    messages: keepDays,
    files: keepDays,
    audit: keepAuditDays,
  };

  /** Each part is a statement of its own, so a process that dies loses nothing, and the next one continues. */
  const sweepKind = async (what: Kept, keep: number, workerId: string, signal: AbortSignal): Promise<number> => {
    let deleted = 0;
    try {
      for (;;) {
        signal.throwIfAborted();
        if (!(await store.hold(workerId))) return deleted;
        const part = await store.deleteOld(what, new Date(clock.now() - keep * DAY_MS), AT_ONCE[what]);
        deleted += part;
        if (part < AT_ONCE[what]) return deleted;
        await clock.sleep(PAUSE_MS, signal);
      }
    } finally {
      // Also what went before an error or a stop.
      if (deleted > 0) log.info({ [what]: deleted }, "old rows no longer kept");
    }
  };

  const sweep: Retention["sweep"] = async (workerId, signal) => {
    const deleted = { requests: 0, messages: 0, files: 0, audit: 0 };
    for (const what of ["requests", "messages", "files", "audit"] as const) {
      const keep = days[what];
      if (keep !== undefined) deleted[what] = await sweepKind(what, keep, workerId, signal);
    }
    return deleted;
  };

  return {
    sweep,
    async run(workerId, signal) {
      if (keepDays === undefined && keepAuditDays === undefined) return;
      const onError = (error: unknown): void => log.warn({ err: error }, "old rows not deleted, will be tried again");
      await repeat(() => sweep(workerId, signal), { pauseMs: RETENTION_MS, clock, onError }, signal);
    },
  };
}
