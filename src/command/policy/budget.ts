import type { SetBudget } from "../../core/account/policy/policy-store.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { TextField } from "../../core/chat/form.ts";
import { amountIn, type PriceTable } from "../../core/request/prices.ts";
import type { Locale } from "../../lib/locale.ts";
import { decimalOf, moneyText } from "../../text/render/money.ts";
import type { Texts } from "../../text/texts.ts";
import { textField } from "../setting/setting-fields.ts";

/** What removes a budget. */
const NONE = "none";

/** A field for the budget, in the currency of the operator's prices. Without prices there is none. */
export function budgetField(
  now: SetBudget | undefined,
  prices: PriceTable | undefined,
  { workspaceSettings: say, options }: Texts,
): readonly TextField[] {
  if (!prices) return [];
  // An amount in another currency would be read as one in this currency.
  const value = now?.currency === prices.currency ? decimalOf(now) : undefined;
  return [textField({ name: "budget", label: say.budgetField(prices.currency), hint: options.budget, value })];
}

/** The budget in words. */
export function budgetText(budget: SetBudget | undefined, { workspaceSettings: say }: Texts, locale: Locale): string {
  return budget === undefined ? say.noBudget : moneyText(budget, locale);
}

/** Reads a budget, or returns the problem. */
export function readBudget(
  given: string,
  prices: PriceTable | undefined,
  { texts: { workspaceSettings: say }, locale }: { readonly texts: Texts; readonly locale: Locale },
):
  | { readonly ok: true; readonly budget: SetBudget | undefined }
  | { readonly ok: false; readonly problem: string; readonly atField?: string } {
  const written = given.trim().toLowerCase();
  if (written === NONE || written === "") return { ok: true, budget: undefined };
  if (!prices) return { ok: false, problem: say.noPrices };
  const { currency, digits } = prices;
  const amount = amountIn(written, digits);
  if (amount === undefined) {
    const problem = say.wrongBudget(escapeText(given.trim()), currency, digits);
    return { ok: false, problem: `${problem} ${say.writeNone}`, atField: problem };
  }
  return { ok: true, budget: { currency, digits, amount, locale } };
}
