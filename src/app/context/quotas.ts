import type { Quotas } from "../../core/account/quota/quota.ts";
import { createBudgetAlerts } from "../../worker/background/warn-about-budgets.ts";
import { monthReportText } from "../../command/quota/month-report.ts";
import { createMonthReports } from "../../worker/background/report-months.ts";
import { createQuotaWarnings } from "../../worker/background/warn-about-quotas.ts";
import type { Usage } from "../../core/account/quota/usage.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../db/connection.ts";
import { createQuotaStore } from "../../db/accounts/quota-store.ts";
import { createQuotaWarningStore } from "../../db/accounts/quota-warning-store.ts";
import { createBudgetStore } from "../../db/money/budget-store.ts";
import { createMonthReportStore } from "../../db/money/month-report-store.ts";
import { createUsageStore } from "../../db/usage/usage-store.ts";
import type { Logger } from "../../lib/log/log.ts";
import { budgetAlertText } from "../../text/render/money.ts";
import { adminWarningText } from "../../text/render/quota-warnings.ts";

/** Quotas and usage for the commands, and their maintenance. */
export interface OpenedQuotas {
  readonly ports: { readonly quotas: Quotas; readonly usage: Usage };
  /** A worker's background tasks: warning admins about quotas and budgets, and reporting each month. */
  runBackground(signal: AbortSignal): Promise<void>;
}

export function openQuotas(context: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): OpenedQuotas {
  const { db, clock, log } = context;
  const budgets = createBudgetAlerts({ store: createBudgetStore(db), textOf: budgetAlertText, clock, log });
  const reports = createMonthReports({ store: createMonthReportStore(db), textOf: monthReportText, clock, log });
  const warnings = createQuotaWarnings({ store: createQuotaWarningStore(db), textOf: adminWarningText, clock, log });
  return {
    ports: { quotas: createQuotaStore(db), usage: createUsageStore(db) },
    runBackground: async (signal) =>
      void (await Promise.all([warnings.run(signal), budgets.run(signal), reports.run(signal)])),
  };
}
