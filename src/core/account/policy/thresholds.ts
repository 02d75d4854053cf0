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
 * `price`: of each job; undefined where nothing costs money, as in the sandbox.
 */
export function approvedBy(
  request: MediaRequest,
  rules: ApprovalRules,
  price: Price | undefined,
): Ruled<number> | Ruled<Money> | undefined {
  return largerThan(request, rules) ?? rules.approveMoney.find(({ value }) => isDearer(request, price, value));
}

function largerThan(request: MediaRequest, { approveSeconds, approveCount }: ApprovalRules): Ruled<number> | undefined {
  if (request.kind === "video") {
    return approveSeconds && request.billedSeconds > approveSeconds.value ? approveSeconds : undefined;
  }
  return approveCount && request.count > approveCount.value ? approveCount : undefined;
}

/** Whether it costs more, or may: a model without a price, or with one in another currency, must not bypass the rule. */
function isDearer(request: MediaRequest, price: Price | undefined, most: Money): boolean {
  if (price === undefined) return false;
  if (price.amount === undefined || price.currency !== most.currency) return true;
  return price.amount * countOf(request) * 10 ** most.digits > most.amount * 10 ** price.digits;
}
