import { answer } from "../../../src/command/reply.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { parseQuota, QUOTA_OPTIONS } from "../../../src/command/quota/parse-quota.ts";
import { quotaText, whichText } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota clear`: a scope is limited no more by that quota. */
export const quotaClear: Command = {
  spec: {
    name: "easel-admin quota clear",
    effect: "changes",
    example: "--unit images --span week",
    adminOnly: true,
    options: QUOTA_OPTIONS,
  },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const acting = await actingOf(invocation, context);
    const meant = await parseQuota(invocation, acting, context);
    if (!meant.ok) return meant.reply;
    const { names, ...quota } = meant.value;
    const before = await quotas.clear(acting, quota);
    const saying = { texts, names };
    const say = texts.quotaAdmin;
    return answer(before ? say.cleared(quotaText(before, saying)) : say.noSuchQuota(whichText(quota, saying)));
  },
};
