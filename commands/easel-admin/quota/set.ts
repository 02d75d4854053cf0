import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, unfit, type Reply } from "../../../src/command/reply.ts";
import { currencyOf, isMoney, leftOf, TooManyQuotasError } from "../../../src/core/account/quota/quota.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS, readAmount } from "../../../src/command/quota/parse-quota.ts";
import { quotaToSet, type NamedQuota } from "../../../src/command/quota/quota-settings.ts";
import { MAX_QUOTAS } from "../../../src/lib/limits.ts";
import { quotaAmountText, quotaText, resets } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota set`: sets a scope's amount of pictures, seconds or money per day, week or month. An amount below current usage is allowed, with a note. */
export const quotaSet: Command = {
  spec: {
    name: "easel-admin quota set",
    effect: "changes",
    example: "--amount 100 --unit pictures --span week",
    adminOnly: true,
    options: [{ name: "amount", type: "text" }, ...QUOTA_OPTIONS],
  },

  setting: quotaToSet(setAmount, setQuota),

  run: setQuota,
};

async function setQuota(invocation: Invocation, context: CommandContext): Promise<Reply> {
  const acting = await actingOf(invocation, context);
  const resolved = await parseQuota(invocation, acting, context);
  return resolved.ok ? setAmount(resolved.value, invocation, context) : resolved.reply;
}

async function setAmount(
  { scope, unit, span, names }: NamedQuota,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  const { prices, texts, quotas } = context;
  if (isMoney(unit) && !prices) return unfit("unit", texts.quotaAdmin.noPrices);
  if (isMoney(unit) && prices && currencyOf(unit) !== prices.currency) {
    return unfit("unit", texts.quotaAdmin.otherCurrency(currencyOf(unit), prices.currency));
  }
  const amount = readAmount(invocation, unit, 0, context);
  if (!amount.ok) return amount.reply;
  const acting = await actingOf(invocation, context);
  const outcome = await quotas.set(acting, { scope, unit, span }, amount.value).catch((error: unknown) => {
    if (error instanceof TooManyQuotasError) return undefined;
    throw error;
  });
  if (!outcome) return unfit(undefined, texts.quotaAdmin.full(MAX_QUOTAS));
  const { before, after } = outcome;
  const saying = { texts, names, locale: invocation.actor.locale };
  const say = texts.quotaAdmin;
  const used = quotaAmountText(after.unit, after.used, saying);
  const until = resets(after, saying);
  return answer(
    [
      say.set(before ? quotaText(before, saying) : say.noneBefore, quotaText(after, saying)),
      after.used > after.amount + after.granted
        ? say.belowUsed(used, until)
        : say.used(used, quotaAmountText(after.unit, leftOf(after), saying), until),
    ].join("\n"),
  );
}
