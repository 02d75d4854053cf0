import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, refuse, type Reply } from "../../../src/command/reply.ts";
import { leftOf } from "../../../src/core/account/quota/quota.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS, wholeAmount } from "../../../src/command/quota/parse-quota.ts";
import { quotaToChange, type NamedQuota } from "../../../src/command/quota/quota-settings.ts";
import { MAX_QUOTA } from "../../../src/lib/limits.ts";
import { amountText, quotaText, resets, whichText } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota grant`: grants an extra amount until the quota's next window begins. */
export const quotaGrant: Command = {
  spec: {
    name: "easel-admin quota grant",
    effect: "changes",
    example: "--amount 20 --unit images --span week",
    adminOnly: true,
    options: [{ name: "amount", type: "number", min: 1, max: MAX_QUOTA }, ...QUOTA_OPTIONS],
  },

  setting: quotaToChange(
    grant,
    ({ setting }) => setting.grantTo,
    ({ settingEffect }) => settingEffect.grantQuota,
    true,
  ),

  async run(invocation, context) {
    const amount = wholeAmount(invocation, 1, MAX_QUOTA);
    if (!amount.ok) return refuse([amount.problem]);
    const acting = await actingOf(invocation, context);
    const resolved = await parseQuota(invocation, acting, context);
    return resolved.ok ? grant(resolved.value, invocation, context) : resolved.reply;
  },
};

async function grant(
  { scope, unit, span, names }: NamedQuota,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  const { texts, quotas } = context;
  const amount = wholeAmount(invocation, 1, MAX_QUOTA);
  if (!amount.ok) return refuse([amount.problem]);
  const quota = { scope, unit, span };
  const granted = await quotas.grant(await actingOf(invocation, context), quota, amount.value);
  const saying = { texts, names, locale: invocation.actor.locale };
  const say = texts.quotaAdmin;
  if (!granted) return answer(say.noSuchQuota(whichText(quota, saying)));
  const { before, after } = granted;
  const left = amountText(after.unit, leftOf(after), texts);
  return answer(
    [
      say.set(quotaText(before, saying), quotaText(after, saying)),
      say.used(amountText(after.unit, after.used, texts), left, resets(after, saying)),
    ].join("\n"),
  );
}
