import { answer, refuse } from "../../../src/command/reply.ts";
import { leftOf } from "../../../src/core/account/quota/quota.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS, wholeAmount } from "../../../src/command/quota/parse-quota.ts";
import { MAX_QUOTA } from "../../../src/lib/limits.ts";
import { amountText, quotaText, resets } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota set`: how much a scope may use in each day, week or month. Less than is used already is allowed, and said. */
export const quotaSet: Command = {
  spec: {
    name: "easel-admin quota set",
    effect: "changes",
    example: "--amount 100 --unit images --span week",
    adminOnly: true,
    options: [{ name: "amount", type: "number", required: true, min: 0, max: MAX_QUOTA }, ...QUOTA_OPTIONS],
  },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const amount = wholeAmount(invocation, 0, MAX_QUOTA);
    if (!amount.ok) return refuse([amount.problem]);
    const acting = await actingOf(invocation, context);
    const meant = await parseQuota(invocation, acting, context);
    if (!meant.ok) return meant.reply;
    const { names, ...quota } = meant.value;
    const { before, after } = await quotas.set(acting, quota, amount.value);
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
  },
};
