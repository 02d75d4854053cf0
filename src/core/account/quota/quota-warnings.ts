import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { repeat } from "../../../lib/repeat.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { QuotaWarning } from "./quota.ts";

/** How often to check for warnings to admins: often enough for a daily quota. */
const QUOTA_WARNINGS_MS = 5_000;

/** A warning that admins have not received yet. */
export interface UnsentWarning extends QuotaWarning {
  /** The name of a group, person or key. */
  readonly name: string | undefined;
  /** The member whose request reached the level, and their language, because a channel has none. */
  readonly requesterName: string;
  readonly locale: Locale;
}

/** The port to quota warnings. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface QuotaWarningStore {
  /** Stores a note with this text for each unsent warning; each once, even if several processes do this. */
  warnAdmins(textOf: (warning: UnsentWarning) => string): Promise<void>;
}

/** Warns admins when a window is nearly used up, and when it is used up. Warnings that a crash prevented are sent afterwards. */
export function createQuotaWarnings(context: {
  readonly store: QuotaWarningStore;
  readonly textOf: (warning: UnsentWarning) => string;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { store, textOf, clock, log } = context;
  return {
    run(signal: AbortSignal): Promise<void> {
      const onError = (error: unknown): void =>
        log.warn({ err: error }, "quota warnings could not be sent; trying again");
      return repeat(() => store.warnAdmins(textOf), { pauseMs: QUOTA_WARNINGS_MS, clock, onError }, signal);
    },
  };
}
