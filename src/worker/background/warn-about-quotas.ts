import type { QuotaWarningStore, UnsentWarning } from "../../core/account/quota/quota-warnings.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

/** How often to check for warnings to admins: often enough for a daily quota. */
const QUOTA_WARNINGS_MS = 5_000;

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
