import type { Invocation } from "../../../src/command/invocation.ts";
import { answer, type Reply } from "../../../src/command/reply.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { quotaToChoose, type NamedQuota } from "../../../src/command/quota/quota-settings.ts";
import { type Command, type CommandContext } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS } from "../../../src/command/quota/parse-quota.ts";
import { quotaText, whichText } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota clear`: removes a quota from a scope. */
export const quotaClear: Command = {
  spec: {
    name: "easel-admin quota clear",
    effect: "changes",
    example: "--unit pictures --span week",
    adminOnly: true,
    options: QUOTA_OPTIONS,
  },

  setting: quotaToChoose(clear),

  async run(invocation, context) {
    const resolved = await parseQuota(invocation, await actingOf(invocation, context), context);
    return resolved.ok ? clear(resolved.value, invocation, context) : resolved.reply;
  },
};

async function clear(
  { scope, unit, span, names }: NamedQuota,
  invocation: Invocation,
  context: CommandContext,
): Promise<Reply> {
  const { texts, quotas } = context;
  const quota = { scope, unit, span };
  const before = await quotas.clear(await actingOf(invocation, context), quota);
  const saying = { texts, names, locale: invocation.actor.locale };
  const say = texts.quotaAdmin;
  return answer(before ? say.cleared(quotaText(before, saying)) : say.noSuchQuota(whichText(quota, saying)));
}
