import { priceOf, type Money, type PriceTable } from "../../request/prices.ts";
import { costOf, countOf, type MediaRequest } from "../../request/request.ts";
import { isMoney, MONEY_DIGITS, moneyUnit, type Excess, type QuotaState, type QuotaUnit } from "./quota.ts";

/** How much a request uses of quotas, by unit: pictures or seconds, and its price if known. */
export type Taken = ReadonlyMap<QuotaUnit, number>;

/** Money in millionths of its currency, as quotas count it. */
export function inMicros({ amount, digits }: Pick<Money, "amount" | "digits">): number {
  return amount * 10 ** (MONEY_DIGITS - digits);
}

/** How much a request uses of quotas. `prices`: the operator's, if any. */
export function takenBy(request: MediaRequest, prices: PriceTable | undefined): Taken {
  const { cost, unit } = costOf(request);
  const count = countOf(request);
  const taken = new Map<QuotaUnit, number>([[unit, cost * count]]);
  const price = priceOf(request, prices);
  if (price?.amount !== undefined) {
    taken.set(moneyUnit(price.currency), inMicros({ amount: price.amount, digits: price.digits }) * count);
  }
  return taken;
}

/** The quotas with less left than the request needs, and the amounts that it needs. */
export function excessOf(taken: Taken, quotas: readonly QuotaState[]): readonly Excess[] {
  return quotas.flatMap((quota) => {
    const asked = taken.get(quota.unit);
    return asked === undefined || quota.used + asked <= quota.amount + quota.granted ? [] : [{ ...quota, asked }];
  });
}

/** The quotas in money that refuse the request, because its price in their currency is unknown. */
export function unpricedOf(taken: Taken, quotas: readonly QuotaState[]): readonly QuotaState[] {
  return quotas.filter(({ unit }) => isMoney(unit) && !taken.has(unit));
}
