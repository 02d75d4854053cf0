import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, refuse, type Reply } from "../../../src/command/reply.ts";
import { leftOf, TooManyQuotasError } from "../../../src/core/account/quota/quota.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS, wholeAmount } from "../../../src/command/quota/parse-quota.ts";
import { quotaToSet, type NamedQuota } from "../../../src/command/quota/quota-settings.ts";
import { MAX_QUOTA, MAX_QUOTAS } from "../../../src/lib/limits.ts";
import { amountText, quotaText, resets } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota set`: sets a scope's amount per day, week or month. An amount below current usage is allowed, with a note. */
export const quotaSet: Command = {
  spec: {
    name: "easel-admin quota set",
    effect: "changes",
    example: "--amount 100 --unit images --span week",
    adminOnly: true,
    options: [{ name: "amount", type: "number", min: 0, max: MAX_QUOTA }, ...QUOTA_OPTIONS],
  },

  setting: quotaToSet(setAmount, setQuota),

  run: setQuota,
};

async function setQuota(invocation: Invocation, context: CommandContext): Promise<Reply> {
  const amount = wholeAmount(invocation, 0, MAX_QUOTA);
  if (!amount.ok) return refuse([amount.problem]);
  const acting = await actingOf(invocation, context);
  const resolved = await parseQuota(invocation, acting, context);
  return resolved.ok ? setAmount(resolved.value, invocation, context) : resolved.reply;
}

async function setAmount(
  { scope, unit, span, names }: NamedQuota,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  const { texts, quotas } = context;
  const amount = wholeAmount(invocation, 0, MAX_QUOTA);
  if (!amount.ok) return refuse([amount.problem]);
  const acting = await actingOf(invocation, context);
  const outcome = await quotas.set(acting, { scope, unit, span }, amount.value).catch((error: unknown) => {
    if (error instanceof TooManyQuotasError) return undefined;
    throw error;
  });
  if (!outcome) return answer(texts.quotaAdmin.full(MAX_QUOTAS));
  const { before, after } = outcome;
  const saying = { texts, names, locale: invocation.actor.locale };
  const say = texts.quotaAdmin;
  const used = amountText(after.unit, after.used, texts);
  const until = resets(after, saying);
  return answer(
    [
      say.set(before ? quotaText(before, saying) : say.noneBefore, quotaText(after, saying)),
      after.used > after.amount + after.granted
        ? say.belowUsed(used, until)
        : say.used(used, amountText(after.unit, leftOf(after), texts), until),
    ].join("\n"),
  );
}
