import type { Month, UsageDay } from "./usage.ts";

/** The port to monthly reports. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface MonthReportStore {
  /**
   * Stores a note with this text for the admins of each workspace that was used last month; once a month, even if several
   * processes do this.
   */
  report(textOf: (month: Month, days: readonly UsageDay[]) => string): Promise<void>;
}
