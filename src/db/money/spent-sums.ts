import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Spent } from "../../core/account/quota/usage.ts";
import { decodeCurrency } from "../../core/request/prices.ts";

/** The prefix of units that count money (`sum_usage`). */
const MONEY = "money:";
export const isMoney = sql.raw(`unit like '${MONEY}%'`);
/** Over rows that are summed by unit: the total per currency, and the number of jobs without a price. */
export const MONEY_SUMS = sql`
  coalesce(jsonb_object_agg(unit, net) filter (where ${isMoney} and jobs > 0), '{}') as money,
  coalesce(sum(jobs) filter (where not ${isMoney}), 0) - coalesce(sum(jobs) filter (where ${isMoney}), 0) as unpriced`;

/** The columns of `MONEY_SUMS`. */
export const rawSpent = {
  money: z.preprocess(
    (value): unknown => (typeof value === "string" ? JSON.parse(value) : value),
    z.record(z.string(), z.coerce.number()),
  ),
  unpriced: z.coerce.number(),
};

export interface RawSpent {
  readonly money: Readonly<Record<string, number>>;
  readonly unpriced: number;
}

export function spentFrom({ money, unpriced }: RawSpent): Spent {
  const amounts = Object.entries(money).map(([unit, amount]) => ({
    ...decodeCurrency(unit.slice(MONEY.length)),
    amount,
  }));
  return { money: amounts, unpriced };
}
