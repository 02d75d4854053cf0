import { spentOf, type BudgetLevel, type BudgetState } from "../../core/account/quota/budgets.ts";
import type { Money, Price } from "../../core/request/prices.ts";
import type { Spent } from "../../core/account/quota/usage.ts";
import type { Locale } from "../../lib/locale.ts";
import { numberFormat } from "../formats.ts";
import { shownMomentIn } from "./measures.ts";
import { textsFor, type Texts } from "../texts.ts";

/** An amount of money with its currency, e.g. “€12.50”. */
export function moneyText(money: Money, locale: Locale): string {
  const { currency, digits } = money;
  const usual = numberFormat(locale, { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const format = numberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: Math.min(usual, digits),
    maximumFractionDigits: digits,
  });
  return format.format(decimalOf(money));
}

/** An amount in the same words in every language, e.g. `12.50 EUR`. */
export function plainMoney(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`;
}

/** An amount as a decimal number without a currency, e.g. `12.50`, exact to the last digit. */
export function decimalOf({ amount, digits }: Money): `${number}` {
  const written = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = written.slice(0, written.length - digits);
  const part = written.slice(written.length - digits);
  const text = `${amount < 0 ? "-" : ""}${whole}${part === "" ? "" : `.${part}`}`;
  if (!isDecimal(text)) throw new Error(`not a decimal number: ${text}`);
  return text;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** What some jobs of one request cost, or that this is not known. */
export function priceText({ amount, ...currency }: Price, jobs: number, locale: Locale): string {
  if (amount === undefined) return textsFor(locale).money.unknown;
  return moneyText({ ...currency, amount: amount * jobs }, locale);
}

/** What a request would cost, in a sentence. */
export function costsText(price: Price, locale: Locale): string {
  const { money: say } = textsFor(locale);
  return price.amount === undefined ? say.costsUnknown : say.costs(priceText(price, 1, locale));
}

/** An amount of pictures or seconds with what it costs. Without prices, the amount alone. */
export function withPrice(amount: string, price: Price | undefined, jobs: number, locale: Locale): string {
  return price ? textsFor(locale).money.of(amount, priceText(price, jobs, locale)) : amount;
}

/** The money behind some usage, and how much of the usage has no known price. Undefined if nothing is priced here. */
export function spentText(
  spent: Spent | undefined,
  isPriced: boolean,
  { texts, locale }: { readonly texts: Texts; readonly locale: Locale },
): string | undefined {
  const { money: say } = texts;
  if (!spent || spent.money.length === 0) return isPriced ? say.unknown : undefined;
  const amounts = spent.money.map((one) => moneyText(one, locale)).join(" + ");
  return spent.unpriced === 0 ? amounts : say.some(amounts, spent.unpriced);
}

/** The note to admins about a workspace's budget. */
export function budgetAlertText({ budget, spent, endsAt, timeZone, locale }: BudgetState, level: BudgetLevel): string {
  const { money: say } = textsFor(locale);
  const amount = spentOf({ budget, spent });
  const told = level === 100 ? say.budget.all : say.budget.most;
  const lines = [told(moneyText(amount, locale), moneyText(budget, locale), shownMomentIn(endsAt, timeZone, locale))];
  return [...lines, ...(spent.unpriced === 0 ? [] : [say.budget.unpriced(spent.unpriced)])].join("\n");
}
