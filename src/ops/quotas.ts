import type { Quotas } from "../account/quota.ts";
import { createQuotaWarnings } from "../account/quota-warnings.ts";
import type { Usage } from "../account/usage.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/connection.ts";
import { createQuotaStore } from "../db/quota-store.ts";
import { createQuotaWarningStore } from "../db/quota-warning-store.ts";
import { createUsageStore } from "../db/usage-store.ts";
import type { Logger } from "../log.ts";
import { adminWarningText } from "../text/quota-warnings.ts";

/** Quotas and usage for the commands, and what looks after them. */
export interface OpenedQuotas {
  readonly ports: { readonly quotas: Quotas; readonly usage: Usage };
  /** What a worker does beside its jobs: admins are told of what is nearly used up. */
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
