import type { MonthReportStore } from "../../core/account/quota/month-reports.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import type { Month, UsageDay } from "../../core/account/quota/usage.ts";

/** How often a worker checks whether a month has ended in some time zone. */
const REPORTS_MS = 600_000;

/** Reports last month's usage to admins. A report that a crash prevented is sent afterwards. */
export function createMonthReports(context: {
  readonly store: MonthReportStore;
  readonly textOf: (month: Month, days: readonly UsageDay[]) => string;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { store, textOf, clock, log } = context;
  return {
    run(signal: AbortSignal): Promise<void> {
      const onError = (error: unknown): void =>
        log.warn({ err: error }, "monthly reports could not be written; trying again");
      return repeat(() => store.report(textOf), { pauseMs: REPORTS_MS, clock, onError }, signal);
    },
  };
}
