import { countOf, type MediaRequest } from "../../request/request.ts";
import type { Money, Price } from "../../request/prices.ts";
import type { EffectivePolicy, Ruled } from "./policy.ts";

/** The settings that require an admin's approval. */
export type ApprovalRules = Pick<EffectivePolicy, "approveSeconds" | "approveCount" | "approveMoney">;

/** The rule that requires confirming a clip's price; undefined if there is none. */
export function confirmedBy(request: MediaRequest, policy: EffectivePolicy): Ruled<number> | undefined {
  const { confirmSeconds } = policy;
  return request.kind === "video" && confirmSeconds && request.billedSeconds > confirmSeconds.value
    ? confirmSeconds
    : undefined;
}

/**
 * The rule that requires an admin's approval: a number of seconds or pictures, or an amount of money. Undefined if there is none.
 * `price`: of each job; undefined without a price table.
 */
export function approvedBy(
  request: MediaRequest,
  rules: ApprovalRules,
  price: Price | undefined,
): Ruled<number> | Ruled<Money> | undefined {
  return largerThan(request, rules) ?? rules.approveMoney.find(({ value }) => mayCostMore(request, price, value));
}

function largerThan(request: MediaRequest, { approveSeconds, approveCount }: ApprovalRules): Ruled<number> | undefined {
  if (request.kind === "video") {
    return approveSeconds && request.billedSeconds > approveSeconds.value ? approveSeconds : undefined;
  }
  return approveCount && request.count > approveCount.value ? approveCount : undefined;
}

/** Whether a request costs more, or may: without a known price in the rule's currency, it must not bypass the rule. */
function mayCostMore(request: MediaRequest, price: Price | undefined, most: Money): boolean {
  if (price?.amount === undefined || price.currency !== most.currency) return true;
  return price.amount * countOf(request) * 10 ** most.digits > most.amount * 10 ** price.digits;
}
