import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { QuotaWarning } from "./quota.ts";

/** How often admins' warnings are looked for: soon enough for a day's quota. */
const QUOTA_WARNINGS_MS = 5_000;

/** A warning that admins have not received. */
export interface UntoldWarning extends QuotaWarning {
  /** What a group, a person or a key is called. */
  readonly name: string | undefined;
  /** Who took it there, and the language they did it in: a channel has none. */
  readonly requesterName: string;
  readonly locale: Locale;
}

/** The port to warnings. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface QuotaWarningStore {
  /**
   * Sends admins the warnings that they have not received, in those words; each once, even if several processes do the same.
   */
  tellAdmins(textOf: (warning: UntoldWarning) => string): Promise<void>;
}

/** Has admins told when a window is nearly used up, and when it is. What was not told before a crash is told after it. */
export function createQuotaWarnings(context: {
  readonly store: QuotaWarningStore;
  readonly textOf: (warning: UntoldWarning) => string;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { store, textOf, clock, log } = context;
  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await store.tellAdmins(textOf);
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error }, "warnings of quotas will be looked for again");
        }
        await clock.sleep(QUOTA_WARNINGS_MS, signal);
      }
    },
  };
}
