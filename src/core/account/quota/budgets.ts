import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { repeat } from "../../../lib/repeat.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Money } from "../../request/prices.ts";
import type { Spent } from "./usage.ts";

/** How often a worker checks budgets: often enough for a month's amount. */
const BUDGETS_MS = 60_000;

/** A workspace's budget in the current month, and how much of it was spent. */
export interface BudgetState {
  readonly organisationId: string;
  /** `encodeWorkspace`. */
  readonly workspace: string;
  readonly budget: Money;
  readonly spent: Spent;
  /** The month, in the workspace's time zone. */
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timeZone: string;
  /** The language of the admin who set it, because a channel has none. */
  readonly locale: Locale;
}

/** At least this percentage of a budget is spent. */
export type BudgetLevel = 80 | 100;

/** The port to budgets. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface BudgetStore {
  /** The workspaces that have a budget. */
  states(): Promise<readonly BudgetState[]>;
  /** Sends admins this text, once per budget, month and level, and never for a lower level after a higher one. */
  warn(state: BudgetState, level: BudgetLevel, text: string): Promise<void>;
}

/** How much of a budget was spent. Only money in the budget's currency counts. */
export function spentOf({ budget, spent }: Pick<BudgetState, "budget" | "spent">): Money {
  const same = spent.money.filter(({ currency }) => currency === budget.currency);
  const digits = Math.max(budget.digits, ...same.map((one) => one.digits));
  const amount = same.reduce((sum, one) => sum + one.amount * 10 ** (digits - one.digits), 0);
  return { currency: budget.currency, digits, amount };
}

/** The level that was reached. Undefined below the first. */
export function budgetLevel(state: Pick<BudgetState, "budget" | "spent">): BudgetLevel | undefined {
  const spent = spentOf(state);
  const limit = state.budget.amount * 10 ** (spent.digits - state.budget.digits);
  if (spent.amount >= limit) return 100;
  return BigInt(spent.amount) * 100n >= BigInt(limit) * 80n ? 80 : undefined;
}

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
