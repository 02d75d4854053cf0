import { SPANS, usedPart, type QuotaState, type Span } from "../src/core/account/quota/quota.ts";
import { actingOf } from "../src/command/acting.ts";
import { type Command } from "../src/command/command.ts";
import { fitted } from "../src/command/overview/view-parts.ts";
import { ownScopeNames } from "../src/command/quota/scope-names.ts";
import { dayCharts, quotaCharts, shareCharts, sharesOf } from "../src/command/quota/usage-charts.ts";
import { usageFiles } from "../src/command/quota/usage-files.ts";
import { USAGE_ROWS } from "../src/core/account/quota/usage.ts";
import { spentText } from "../src/text/render/money.ts";
import { quotaStateText } from "../src/text/render/quota.ts";
import { quotaBar, usedText } from "../src/text/render/usage.ts";

/** Characters of the quotas, so that the whole view fits Discord's 4,000. */
const QUOTAS_CHARACTERS = 3_000;

/** The files show the longest span. */
const SPAN = "month";

/** `/usage`: the member's usage, and what is left of each quota that limits them here, with charts and a table. */
export const usage: Command = {
  spec: { name: "usage", options: [] },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const acting = await actingOf(invocation, context);
    const { organisationId, accountId, membership, actor } = acting;
    const isAttaching = !invocation.showsNoFiles;
    const [used, spent, left, days] = await Promise.all([
      context.usage.own(organisationId, accountId, actor.workspace),
      context.usage.ownSpent(organisationId, accountId, actor.workspace),
      quotas.state(organisationId, membership.scopes),
      isAttaching ? context.usage.days(organisationId, actor.workspace, SPAN, USAGE_ROWS, accountId) : [],
    ]);
    const of = (span: string, unit: string): number =>
      used.find((one) => one.span === span && one.unit === unit)?.used ?? 0;
    const reader = { texts, locale: invocation.actor.locale };
    const amountIn = (span: Span): string => {
      const [images, seconds] = [of(span, "images"), of(span, "seconds")];
      const money = spentText(spent.get(span), context.prices !== undefined, reader);
      const amount = usedText(images, seconds, texts);
      return money === undefined || images + seconds === 0 ? amount : texts.money.of(amount, money);
    };
    const saying = { texts, locale: invocation.actor.locale, names: ownScopeNames(acting, context) };
    const say = texts.usage;
    const charts = isAttaching
      ? [
          quotaCharts(left, saying),
          dayCharts(sharesOf(days, "day"), SPAN, saying),
          shareCharts("model", sharesOf(days, "model"), saying),
        ]
      : [];
    const shown = { span: SPAN, charts, heading: say.ownMonth, days, tableName: say.ownTable, by: acting } as const;
    const { files, notes, showsChart } = await usageFiles(shown, context);
    const quotaText = showsChart ? quotaStateText : quotaBar;
    const quotaLines = linesOf(left, (quota) => `• ${quotaText(quota, saying)}`);
    const more = left.length - quotaLines.length;
    const message = {
      text: [say.title, ...notes].join("\n"),
      sections: [
        { text: SPANS.map((span) => texts.policyAdmin.line(say[span], amountIn(span))).join("\n") },
        {
          heading: say.left,
          text: left.length === 0 ? say.noQuotas : quotaLines.join("\n"),
          ...(more > 0 ? { facts: say.moreQuotas(more) } : {}),
        },
      ],
      files,
    };
    return { kind: "answer", message };
  },
};

/** A line for each quota. If they don't fit, only for the fullest. */
function linesOf(quotas: readonly QuotaState[], lineOf: (quota: QuotaState) => string): readonly string[] {
  const fullest = quotas.toSorted((one, other) => usedPart(other) - usedPart(one));
  const { lines } = fitted(fullest.map(lineOf), QUOTAS_CHARACTERS);
  return lines.length === quotas.length ? quotas.map(lineOf) : lines;
}
