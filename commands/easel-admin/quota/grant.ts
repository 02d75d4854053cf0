import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, type Reply } from "../../../src/command/reply.ts";
import { leftOf } from "../../../src/core/account/quota/quota.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS, readAmount } from "../../../src/command/quota/parse-quota.ts";
import { quotaToChange, type NamedQuota } from "../../../src/command/quota/quota-settings.ts";
import { quotaAmountText, quotaText, resets, whichText } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota grant`: grants an extra amount until the quota's next window begins. */
export const quotaGrant: Command = {
  spec: {
    name: "easel-admin quota grant",
    effect: "changes",
    example: "--amount 20 --unit pictures --span week",
    adminOnly: true,
    options: [{ name: "amount", type: "text" }, ...QUOTA_OPTIONS],
  },

  setting: quotaToChange(
    grant,
    ({ setting }) => setting.grantMore,
    ({ settingEffect }) => settingEffect.grantQuota,
    true,
  ),

  async run(invocation, context) {
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
  const amount = readAmount(invocation, unit, 1, context);
  if (!amount.ok) return amount.reply;
  const quota = { scope, unit, span };
  const granted = await quotas.grant(await actingOf(invocation, context), quota, amount.value);
  const saying = { texts, names, locale: invocation.actor.locale };
  const say = texts.quotaAdmin;
  if (!granted) return answer(say.noSuchQuota(whichText(quota, saying)));
  const { before, after } = granted;
  const left = quotaAmountText(after.unit, leftOf(after), saying);
  return answer(
    [
      say.set(quotaText(before, saying), quotaText(after, saying)),
      say.used(quotaAmountText(after.unit, after.used, saying), left, resets(after, saying)),
    ].join("\n"),
  );
}
