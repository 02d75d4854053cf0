import { answer } from "../src/command/reply.ts";
import { SPANS } from "../src/core/account/quota/quota.ts";
import { actingOf } from "../src/command/acting.ts";
import { type Command } from "../src/command/command.ts";
import { ownScopeNames } from "../src/command/quota/scope-names.ts";
import { quotaStateText } from "../src/text/render/quota.ts";
import { usedText } from "../src/text/render/usage.ts";

/** `/usage`: the member's usage, and what is left of each quota that limits them here. */
export const usage: Command = {
  spec: { name: "usage", options: [] },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const acting = await actingOf(invocation, context);
    const { organisationId, accountId, membership, actor } = acting;
    const [used, left] = await Promise.all([
      context.usage.own(organisationId, accountId, actor.workspace),
      quotas.state(organisationId, membership.scopes),
    ]);
    const of = (span: string, unit: string): number =>
      used.find((one) => one.span === span && one.unit === unit)?.used ?? 0;
    const saying = { texts, locale: invocation.actor.locale, names: ownScopeNames(acting, context) };
    const say = texts.usage;
    return answer(
      [
        say.title,
        ...SPANS.map((span) => `${say[span]}: ${usedText(of(span, "images"), of(span, "seconds"), texts)}`),
        say.left,
        ...(left.length === 0 ? [say.noQuotas] : left.map((one) => `• ${quotaStateText(one, saying)}`)),
      ].join("\n"),
    );
  },
};
