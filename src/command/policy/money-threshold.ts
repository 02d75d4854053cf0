import type { TextField } from "../../core/chat/form.ts";
import { escapeText } from "../../core/chat/message.ts";
import { amountIn, type Money } from "../../core/request/prices.ts";
import { decimalOf } from "../../text/render/money.ts";
import type { CommandContext } from "../command.ts";
import { textField } from "../setting/setting-fields.ts";

type Context = Pick<CommandContext, "prices" | "texts">;

/**
 * A field for the amount above which an admin approves, in the currency of the operator's prices. Without prices there is none.
 */
export function thresholdField(now: Money | undefined, { prices, texts }: Context): readonly TextField[] {
  if (!prices) return [];
  // An amount in another currency would be read as one in this currency.
  const value = now?.currency === prices.currency ? decimalOf(now) : undefined;
  const label = texts.setting.approveMoneyField(prices.currency);
  return [textField({ name: "approve_money", label, hint: texts.options.approve_money, value })];
}

/** Reads such an amount, or returns the problem. */
export function readThreshold(
  given: string,
  { prices, texts: { setting: say, workspaceSettings } }: Context,
): { readonly ok: true; readonly money: Money } | { readonly ok: false; readonly problem: string } {
  if (!prices) return { ok: false, problem: say.noPricesToApprove };
  const { currency, digits } = prices;
  const amount = amountIn(given.trim(), digits);
  if (amount === undefined) {
    return { ok: false, problem: workspaceSettings.wrongBudget(escapeText(given.trim()), currency, digits) };
  }
  return { ok: true, money: { currency, digits, amount } };
}
