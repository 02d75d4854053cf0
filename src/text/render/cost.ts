import { leftOf, type QuotaState } from "../../core/account/quota/quota.ts";
import { costOf, type MediaRequest } from "../../core/request/request.ts";
import { amountText, quotaStateText, shortageText, type QuotaContext } from "./quota.ts";

export interface Cost {
  readonly request: MediaRequest;
  /** What all of it takes of a quota. */
  readonly asked: number;
  /** The quotas that count it. */
  readonly quotas: readonly QuotaState[];
  /** Whether Easel asks before it makes this, and whether an admin has to approve it. */
  readonly confirms: boolean;
  readonly approves: boolean;
  /** Whether something that is billed has an unknown length. */
  readonly isOpenEnded: boolean;
}

/** What a request costs, what is left of the quota that has least left, and what it has to wait for. Undefined for pictures that nothing counts. */
export function costText(
  { request, asked, quotas, confirms, approves, isOpenEnded }: Cost,
  saying: QuotaContext,
): string | undefined {
  const { unit } = costOf(request);
  const say = saying.texts.cost;
  const [tightest] = quotas.toSorted((one, other) => leftOf(one) - leftOf(other));
  if (request.kind === "image" && !tightest && !approves) return undefined;
  const takes =
    request.kind === "video" ? billedText(request, saying) : say.willCharge(amountText(unit, asked, saying.texts));
  return [
    takes,
    ...(isOpenEnded && request.kind === "video" ? [say.openEnded] : []),
    ...(tightest ? [leftText(asked, tightest, saying)] : []),
    ...(confirms ? [say.confirms] : []),
    ...(approves ? [say.approves] : []),
  ].join(" ");
}

function billedText(request: Extract<MediaRequest, { kind: "video" }>, { texts }: QuotaContext): string {
  const { billedSeconds, seconds } = request;
  const ofFiles = billedSeconds - seconds;
  return ofFiles === 0 ? texts.cost.willBill(billedSeconds) : texts.cost.willBillWith(billedSeconds, ofFiles);
}

function leftText(asked: number, quota: QuotaState, saying: QuotaContext): string {
  return leftOf(quota) < asked ? shortageText(asked, quota, saying) : quotaStateText(quota, saying);
}
