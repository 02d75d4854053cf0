import type { Kept, RetentionStore } from "../../core/account/retention.ts";
import type { Clock } from "../../lib/clock.ts";
import { DAY_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

/** How often to look for old rows. Hourly is enough, because they are kept for weeks. */
const RETENTION_MS = 3_600_000;
/** Rows deleted in one statement: a request has up to ten jobs. The statement takes a fraction of a second. */
const AT_ONCE = {
  requests: 100,
  messages: 500,
  files: 500,
  notes: 1_000,
  windows: 1_000,
  warnings: 1_000,
  moneyWarnings: 1_000,
  audit: 1_000,
} as const satisfies Readonly<Record<Kept, number>>;
/** The pause between two statements, so that deleting a year's rows doesn't load the database. */
const PAUSE_MS = 250;

const KINDS = ["requests", "messages", "files", "notes", "windows", "warnings", "moneyWarnings", "audit"] as const;
const NOTHING: Readonly<Record<Kept, number>> = {
  requests: 0,
  messages: 0,
  files: 0,
  notes: 0,
  windows: 0,
  warnings: 0,
  moneyWarnings: 0,
  audit: 0,
};

export interface RetentionContext {
  readonly store: RetentionStore;
  /**
   * Days to keep requests, Console messages, notes to admins, and the ended windows of quotas. Undefined keeps them indefinitely.
   */
  readonly keepDays: number | undefined;
  /** Days to keep audit entries. Undefined keeps them indefinitely. */
  readonly keepAuditDays: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Deletes requests, messages and audit entries once the operator's time for keeping them is over. */
export interface Retention {
  /** Deletes regularly until the signal is aborted, unless another worker does. Resolves immediately if everything is kept. */
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** Deletes what is due, if this worker has the lease. Returns how many rows of each kind. */
  sweep(workerId: string, signal: AbortSignal): Promise<Readonly<Record<Kept, number>>>;
}

export function createRetention({ store, keepDays, keepAuditDays, clock, log }: RetentionContext): Retention {
  const days: Readonly<Record<Kept, number | undefined>> = {
    requests: keepDays,
    messages: keepDays,
    files: keepDays,
    notes: keepDays,
    windows: keepDays,
    warnings: keepDays,
    moneyWarnings: keepDays,
    audit: keepAuditDays,
  };

  /** Each part is a separate statement, so if the process dies, nothing is lost and the next one continues. */
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
      // Also counts rows that were deleted before an error or a stop.
      if (deleted > 0) log.info({ [what]: deleted }, "old rows deleted");
    }
  };

  const sweep: Retention["sweep"] = async (workerId, signal) => {
    const deleted: Record<Kept, number> = { ...NOTHING };
    for (const what of KINDS) {
      const keep = days[what];
      if (keep !== undefined) deleted[what] = await sweepKind(what, keep, workerId, signal);
    }
    return deleted;
  };

  return {
    sweep,
    async run(workerId, signal) {
      if (keepDays === undefined && keepAuditDays === undefined) return;
      const onError = (error: unknown): void => log.warn({ err: error }, "old rows could not be deleted; trying again");
      await repeat(() => sweep(workerId, signal), { pauseMs: RETENTION_MS, clock, onError }, signal);
    },
  };
}
