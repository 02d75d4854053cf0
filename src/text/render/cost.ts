import { leftOf, type Excess, type QuotaState } from "../../core/account/quota/quota.ts";
import type { Taken } from "../../core/account/quota/taken.ts";
import { costOf, type MediaRequest } from "../../core/request/request.ts";
import { amountText, noPriceText, quotaStateText, shortageText, type QuotaContext } from "./quota.ts";

export interface Cost {
  readonly request: MediaRequest;
  /** What all of it takes of quotas. */
  readonly taken: Taken;
  /** The quotas of its place; those that count something else are left out. */
  readonly quotas: readonly QuotaState[];
  /** Quotas in money that refuse it, because its price is not known. */
  readonly unpriced: readonly QuotaState[];
  /** Whether Easel asks before it makes this, and whether an admin has to approve it. */
  readonly confirms: boolean;
  readonly approves: boolean;
  /** Whether something that is billed has an unknown length. */
  readonly isOpenEnded: boolean;
}

/** What a request costs, what is left of the quota that has least left, and what it has to wait for. Undefined for pictures that nothing counts. */
export function costText(
  { request, taken, quotas, unpriced, confirms, approves, isOpenEnded }: Cost,
  saying: QuotaContext,
): string | undefined {
  const { unit } = costOf(request);
  const say = saying.texts.cost;
  const counted = quotas.flatMap((quota) => {
    const asked = taken.get(quota.unit);
    return asked === undefined ? [] : [{ ...quota, asked }];
  });
  const [tightest] = counted.toSorted((one, other) => timesLeft(one) - timesLeft(other));
  if (request.kind === "image" && !tightest && unpriced.length === 0 && !approves) return undefined;
  const takes =
    request.kind === "video"
      ? billedText(request, saying)
      : say.willCharge(amountText(unit, taken.get(unit) ?? 0, saying.texts));
  return [
    takes,
    ...(isOpenEnded && request.kind === "video" ? [say.openEnded] : []),
    ...(tightest ? [leftText(tightest, saying)] : []),
    ...(unpriced.length > 0 ? [noPriceText(request.model, unpriced, saying)] : []),
    ...(confirms ? [say.confirms] : []),
    ...(approves ? [say.approves] : []),
  ].join(" ");
}

function billedText(request: Extract<MediaRequest, { kind: "video" }>, { texts }: QuotaContext): string {
  const { billedSeconds, seconds } = request;
  const ofFiles = billedSeconds - seconds;
  return ofFiles === 0 ? texts.cost.willBill(billedSeconds) : texts.cost.willBillWith(billedSeconds, ofFiles);
}

/** How many such requests are left of a quota; what costs nothing never ends. */
function timesLeft(quota: Excess): number {
  return quota.asked === 0 ? Number.POSITIVE_INFINITY : leftOf(quota) / quota.asked;
}

function leftText(quota: Excess, saying: QuotaContext): string {
  return leftOf(quota) < quota.asked ? shortageText(quota, saying) : quotaStateText(quota, saying);
}
