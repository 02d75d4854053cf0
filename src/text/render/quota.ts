import {
  currencyOf,
  isMoney,
  leftOf,
  MONEY_DIGITS,
  type Excess,
  type MoneyUnit,
  type QuotaId,
  type QuotaState,
  type QuotaUnit,
  type Unit,
} from "../../core/account/quota/quota.ts";
import { encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { codeText } from "../../core/chat/message.ts";
import type { Money } from "../../core/request/prices.ts";
import type { Locale } from "../../lib/locale.ts";
import { shownMomentIn } from "./measures.ts";
import { moneyText } from "./money.ts";
import type { Texts } from "../texts.ts";

/** Names of scopes, by `encodeScope`; a scope without a name is called by its kind. */
export type ScopeNames = ReadonlyMap<string, string>;

/** The reader's language and place. */
export interface QuotaContext {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly names: ScopeNames;
}

/** An amount of pictures, or of seconds of clips. */
export function amountText(unit: Unit, amount: number, texts: Texts): string {
  return amount === 0 ? texts.quota.nothing : texts.quota[unit](amount);
}

/** An amount in a quota's unit; in money, for example, “€12.50”. */
export function quotaAmountText(
  unit: QuotaUnit,
  amount: number,
  { texts, locale }: Pick<QuotaContext, "texts" | "locale">,
): string {
  return amount === 0 ? texts.quota.nothing : countText(unit, amount, { texts, locale });
}

function countText(unit: QuotaUnit, amount: number, { texts, locale }: Pick<QuotaContext, "texts" | "locale">): string {
  return isMoney(unit) ? moneyText(moneyOf(unit, amount), locale) : texts.quota[unit](amount);
}

/** An amount of a quota in money. */
export function moneyOf(unit: MoneyUnit, amount: number): Money {
  return { currency: currencyOf(unit), digits: MONEY_DIGITS, amount };
}

/** A quota's unit without an amount, such as “pictures”. */
export function unitText(unit: QuotaUnit, { quotaAdmin: say }: Texts): string {
  return isMoney(unit) ? say.ofMoney(currencyOf(unit)) : say.ofUnit[unit];
}

/** A quota in words, such as “20 pictures a day for this channel”. */
export function quotaText(
  { scope, unit, span, amount, granted }: QuotaId & { readonly amount: number; readonly granted?: number },
  saying: QuotaContext,
): string {
  const say = saying.texts.quota;
  const quota = say.per[span](countText(unit, amount, saying), whoseText(scope, saying));
  return granted === undefined || granted === 0 ? quota : say.granted(quota, countText(unit, granted, saying));
}

/** A quota without its amount, whether or not it exists: “pictures a day for this channel”. */
export function whichText(
  { scope, unit, span }: QuotaId,
  { texts, names }: Pick<QuotaContext, "texts" | "names">,
): string {
  return texts.quota.which[span](unitText(unit, texts), whoseText(scope, { texts, names }));
}

/** The same with its scope first. */
export function whoseFirst(
  { scope, unit, span }: QuotaId,
  { texts, names }: Pick<QuotaContext, "texts" | "names">,
): string {
  return texts.quota.whoseFirst[span](whoseText(scope, { texts, names }), unitText(unit, texts));
}

function whoseText(scope: Scope, { texts, names }: Pick<QuotaContext, "texts" | "names">): string {
  const { ruler } = texts;
  return names.get(encodeScope(scope)) ?? (scope.kind === "group" ? ruler.someGroup : ruler[scope.kind]);
}

/** What a quota has left, and when it resets. */
export function quotaStateText(state: QuotaState, saying: QuotaContext): string {
  const say = saying.texts.quota;
  const left = leftOf(state);
  if (left === 0) return say.noneLeft(quotaText(state, saying), resets(state, saying));
  return say.left(quotaAmountText(state.unit, left, saying), quotaText(state, saying), resets(state, saying));
}

/** Why a request was not accepted: what it needs, and every quota that has less left. */
export function overQuotaText(excess: readonly Excess[], saying: QuotaContext): string {
  const { overAdvice, usedUpAdvice } = saying.texts.quota;
  const isUsedUp = excess.some((one) => leftOf(one) === 0);
  return [...excess.map((one) => shortageText(one, saying)), isUsedUp ? usedUpAdvice : overAdvice].join("\n");
}

/** Why a request was not accepted under quotas in money: its price in their currency is not known. */
export function noPriceText(model: string, quotas: readonly QuotaId[], saying: QuotaContext): string {
  const say = saying.texts.quota;
  const code = `\`${codeText(model)}\``;
  return [...quotas.map((quota) => say.noPrice(code, whichText(quota, saying))), say.noPriceAdvice].join("\n");
}

/** What the request needs, what is left of a quota, and when the quota resets. */
export function shortageText(quota: Excess, saying: QuotaContext): string {
  const say = saying.texts.quota;
  const left = leftOf(quota);
  const asked = quotaAmountText(quota.unit, quota.asked, saying);
  const [whole, until] = [quotaText(quota, saying), resets(quota, saying)];
  return left === 0
    ? say.usedUp(asked, whole, until)
    : say.over(asked, quotaAmountText(quota.unit, left, saying), whole, until);
}

export function resets(
  { endsAt, timeZone }: Pick<QuotaState, "endsAt" | "timeZone">,
  { locale }: Pick<QuotaContext, "locale">,
): string {
  return shownMomentIn(endsAt, timeZone, locale);
}
