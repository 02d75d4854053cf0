import type { Quotas } from "../../core/account/quota/quota.ts";
import { createQuotaWarnings } from "../../core/account/quota/quota-warnings.ts";
import type { Usage } from "../../core/account/quota/usage.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../db/connection.ts";
import { createQuotaStore } from "../../db/accounts/quota-store.ts";
import { createQuotaWarningStore } from "../../db/accounts/quota-warning-store.ts";
import { createUsageStore } from "../../db/accounts/usage-store.ts";
import type { Logger } from "../../lib/log/log.ts";
import { adminWarningText } from "../../text/render/quota-warnings.ts";

/** Quotas and usage for the commands, and their maintenance. */
export interface OpenedQuotas {
  readonly ports: { readonly quotas: Quotas; readonly usage: Usage };
  /** A worker's background tasks: warning admins about quotas that are nearly used up. */
  beside(signal: AbortSignal): Promise<void>;
}

export function openQuotas(context: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): OpenedQuotas {
  const { db, clock, log } = context;
  const warnings = createQuotaWarnings({ store: createQuotaWarningStore(db), textOf: adminWarningText, clock, log });
  return {
    ports: { quotas: createQuotaStore(db), usage: createUsageStore(db) },
    beside: (signal) => warnings.run(signal),
  };
}
