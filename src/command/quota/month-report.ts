import type { Month, Usage, UsageDay } from "../../core/account/quota/usage.ts";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { PriceTable } from "../../core/request/prices.ts";
import type { Capabilities } from "../../core/chat/platform.ts";
import { OWN_TURN } from "../../media/fair-queue.ts";
import type { DrawChart } from "../../media/chart/charts.ts";
import { shownMonth } from "../../text/render/measures.ts";
import { spentText } from "../../text/render/money.ts";
import { usedText } from "../../text/render/usage.ts";
import { textsFor } from "../../text/texts.ts";
import { dayCharts, shareCharts, sharesOf, sumOf } from "./usage-charts.ts";
import { usageFiles } from "./usage-files.ts";
import { withoutHiddenPlaces } from "./usage-places.ts";

/** Models in the text; the table has all of them. */
const SHOWN_MODELS = 10;

/** A month's usage in words: the sum, and each model. */
export function monthReportText({ startsAt, timeZone, locale }: Month, days: readonly UsageDay[]): string {
  const texts = textsFor(locale);
  const say = texts.usage;
  const reader = { texts, locale };
  const amountOf = (share: ReturnType<typeof sumOf>): string => {
    const amount = usedText(share.images, share.seconds, texts);
    const money = spentText(share.spent, false, reader);
    return money === undefined ? amount : texts.money.of(amount, money);
  };
  const models = sharesOf(days, "model").toSorted((one, other) => weightOf(other) - weightOf(one));
  return [
    say.report.title(shownMonth(startsAt, timeZone, locale)),
    texts.policyAdmin.line(say.inAll, amountOf(sumOf(days, say.inAll))),
    ...models.slice(0, SHOWN_MODELS).map((share) => `• **${escapeText(share.name)}** · ${amountOf(share)}`),
    ...(models.length > SHOWN_MODELS ? [say.more(models.length - SHOWN_MODELS)] : []),
  ].join("\n");
}

function weightOf({ images, seconds }: { readonly images: number; readonly seconds: number }): number {
  return images + seconds;
}

/**
 * A month's chart by day and by model, and its table by day, member and model. Leaves out places, because everyone in the admin
 * channel can read it.
 */
export async function monthReportFiles(
  organisationId: string,
  month: Month,
  context: {
    readonly usage: Pick<Usage, "month">;
    readonly drawChart: DrawChart;
    readonly platform: { readonly capabilities: Pick<Capabilities, "answersShowFiles"> };
    readonly prices: PriceTable | undefined;
  },
): Promise<readonly OutgoingFile[]> {
  const { startsAt, timeZone, locale } = month;
  const texts = textsFor(locale);
  const days = withoutHiddenPlaces(await context.usage.month(organisationId, month), new Set());
  const reader = { texts, locale };
  const charts = [
    dayCharts(sharesOf(days, "day"), "month", reader),
    shareCharts("model", sharesOf(days, "model"), reader),
  ];
  const heading = texts.usage.report.title(shownMonth(startsAt, timeZone, locale));
  const shown = { span: "month", charts, heading, days, tableName: texts.usage.tableName, by: OWN_TURN } as const;
  const { files } = await usageFiles(shown, { ...context, texts });
  return files;
}
