import type { Locale } from "../../../lib/locale.ts";
import type { Money } from "../../request/prices.ts";
import type { Spent } from "./usage.ts";

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
