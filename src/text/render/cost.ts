import { leftOf, type Excess, type QuotaState } from "../../core/account/quota/quota.ts";
import type { Taken } from "../../core/account/quota/taken.ts";
import { costOf, type MediaRequest } from "../../core/request/request.ts";
import { joined } from "./failures.ts";
import { amountText, noPriceText, quotaStateText, shortageText, type QuotaContext } from "./quota.ts";

export interface Cost {
  readonly request: MediaRequest;
  /** The amount that it takes of each quota unit. */
  readonly taken: Taken;
  /** The quotas that apply. Those in other units are left out. */
  readonly quotas: readonly QuotaState[];
  /** Quotas in money that refuse it, because its price is not known. */
  readonly unpriced: readonly QuotaState[];
  /** Whether Easel asks before it makes this, and whether an admin has to approve it. */
  readonly confirms: boolean;
  readonly approves: boolean;
  /** Whether the length of a billed file is unknown. */
  readonly isOpenEnded: boolean;
}

/**
 * What a request costs, what the tightest quota has left, and who has to agree first. Undefined for pictures that nothing counts.
 */
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
  const parts = [
    takes,
    ...(isOpenEnded && request.kind === "video" ? [say.openEnded] : []),
    ...(tightest ? [leftText(tightest, saying)] : []),
    ...(unpriced.length > 0 ? [noPriceText(request.model, unpriced, saying)] : []),
    ...(confirms ? [say.confirms] : []),
    ...(approves ? [say.approves] : []),
  ];
  return joined(parts, saying.locale);
}

function billedText(request: Extract<MediaRequest, { kind: "video" }>, { texts }: QuotaContext): string {
  const { billedSeconds, seconds } = request;
  const ofFiles = billedSeconds - seconds;
  return ofFiles === 0 ? texts.cost.willBill(billedSeconds) : texts.cost.willBillWith(billedSeconds, ofFiles);
}

/** How many requests of this size a quota has left; without limit if the request takes nothing of it. */
function timesLeft(quota: Excess): number {
  return quota.asked === 0 ? Number.POSITIVE_INFINITY : leftOf(quota) / quota.asked;
}

function leftText(quota: Excess, saying: QuotaContext): string {
  return leftOf(quota) < quota.asked ? shortageText(quota, saying) : quotaStateText(quota, saying);
}
