import { abortReason, NO_LONGER, type Clock } from "../../../lib/clock.ts";
import type { Database } from "../../../db/connection.ts";
import { SWEEP_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { CHANGES_CHANNEL, currentRevision } from "../store/revision.ts";

/**
 * Wakes this process's event streams. It carries no changes itself: each stream reads its own from the database, so a
 * lost wakeup only causes a delay.
 */
export interface Feed {
  start(): Promise<void>;
  /** Ends every stream. Resolves when the sweep has stopped. */
  stop(): Promise<void>;
  /** Increases whenever there may be something new to read. */
  readonly version: number;
  /** Also `away` while this process is too old for the database. */
  readonly database: "up" | "away";
  /** Aborted by `stop`. */
  readonly stopped: AbortSignal;
  /** Resolves to true when the version exceeds `version`, or to false after `ms`. */
  wait(version: number, ms: number, signal: AbortSignal): Promise<boolean>;
}

export function createFeed(deps: { readonly db: Database; readonly clock: Clock; readonly log: Logger }): Feed {
  const { db, clock, log } = deps;
  const stopping = new AbortController();
  const waiting = new Set<() => void>();
  let version = 1;
  let known = 0;
  let database: Feed["database"] = "up";
  let sweeping: Promise<void> | undefined;
  const undo: (() => Promise<void>)[] = [];

  const wake = (): void => {
    version += 1;
    for (const tell of waiting) tell();
  };

  // A notification can be lost with its connection, and only a query shows that the database is unavailable.
  const sweep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await clock.sleep(SWEEP_MS, stopping.signal);
        if (waiting.size === 0) continue;
        const newest = await db.run(currentRevision);
        if (newest !== known) wake();
        known = newest;
      } catch (error) {
        if (!stopping.signal.aborted) log.debug({ err: error }, "the Console could not check for changes");
      }
    }
  };

  return {
    get version() {
      return version;
    },
    get database() {
      return database;
    },
    stopped: stopping.signal,

    async start() {
      const forget = db.onStatus((next) => {
        database = next === "up" ? "up" : "away";
        wake();
      });
      undo.push(() => Promise.resolve(forget()));
      undo.push(await db.listen(CHANGES_CHANNEL, wake, wake));
      sweeping = sweep();
    },

    async stop() {
      if (stopping.signal.aborted) return sweeping;
      stopping.abort(new Error("the Console is stopping"));
      wake();
      // Not awaited: this can take as long as the database is unavailable, and a late notification has no effect.
      for (const end of undo) void end().catch(() => undefined);
      await sweeping;
    },

    async wait(seen, ms, signal) {
      if (version !== seen) return true;
      const timer = new AbortController();
      const woken = Promise.withResolvers<true>();
      const tell = (): void => woken.resolve(true);
      waiting.add(tell);
      try {
        if (signal.aborted) throw abortReason(signal);
        const over = clock.sleep(ms, AbortSignal.any([timer.signal, signal])).then(() => false);
        return await Promise.race([woken.promise, over]);
      } finally {
        waiting.delete(tell);
        timer.abort(NO_LONGER);
      }
    },
  };
}
