import { budgetLevel, type BudgetLevel, type BudgetState, type BudgetStore } from "../../core/account/quota/budgets.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

/** How often a worker checks budgets: often enough for a month's amount. */
const BUDGETS_MS = 60_000;

/** Warns admins when a workspace's budget for the month is nearly spent, and when it is spent. A spent budget stops nothing. */
export function createBudgetAlerts(context: {
  readonly store: BudgetStore;
  readonly textOf: (state: BudgetState, level: BudgetLevel) => string;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { store, textOf, clock, log } = context;

  const warnAll = async (signal: AbortSignal): Promise<void> => {
    for (const state of await store.states()) {
      signal.throwIfAborted();
      const level = budgetLevel(state);
      if (level !== undefined) await store.warn(state, level, textOf(state, level));
    }
  };

  return {
    /** One pass over all budgets. */
    warnAll,
    run(signal: AbortSignal): Promise<void> {
      const onError = (error: unknown): void => log.warn({ err: error }, "budgets could not be checked; trying again");
      return repeat(() => warnAll(signal), { pauseMs: BUDGETS_MS, clock, onError }, signal);
    },
  };
}
