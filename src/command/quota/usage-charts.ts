import { isMoney, UNITS, usedPart, type QuotaState, type Span, type Unit } from "../../core/account/quota/quota.ts";
import { sumSpent, type UsageBy, type UsageDay, type UsageShare } from "../../core/account/quota/usage.ts";
import { shortened, shownText } from "../../core/chat/message.ts";
import type { Locale } from "../../lib/locale.ts";
import type { Bar, Chart } from "../../media/chart/chart-picture.ts";
import { shownDate, shownWeekday } from "../../text/render/measures.ts";
import { amountText, whichText, type QuotaContext } from "../../text/render/quota.ts";
import { usedOfText } from "../../text/render/usage.ts";
import type { Texts } from "../../text/texts.ts";

/** Bars of a chart: more would be too small to read in a chat. The table has everything. */
export const USAGE_BARS = 8;

/** A chart and its alternative text: an item per bar or column, the most important first. */
export interface DescribedChart {
  readonly chart: Chart;
  readonly items: readonly string[];
}

interface Reader {
  readonly texts: Texts;
  readonly locale: Locale;
}

/** A bar of a chart: name, amount in words, and length. */
interface Entry {
  readonly label: string;
  readonly note: string;
  readonly unit: Bar["unit"];
  readonly share: number;
}

/** How much of each quota is used, in one chart. Of many quotas, the fullest are shown. Empty without quotas. */
export function quotaCharts(states: readonly QuotaState[], saying: QuotaContext): readonly DescribedChart[] {
  const say = saying.texts.usage.chart;
  const gauges = states.map((state) => {
    const label = whichText(state, saying).replaceAll(/[\\`*]/g, "");
    const unit = isMoney(state.unit) ? ("money" as const) : state.unit;
    return { label, note: usedOfText(state, saying), unit, share: usedPart(state), isGauge: true as const };
  });
  if (gauges.length === 0) return [];
  const isCut = gauges.length > USAGE_BARS;
  const bars = isCut ? gauges.toSorted((one, other) => other.share - one.share).slice(0, USAGE_BARS) : gauges;
  return [described({ kind: "bars", title: isCut ? say.fullest : say.quotas, bars }, bars, saying.texts)];
}

/**
 * The usage of each share, a chart for each used unit: the largest first, then the sum of the others.
 * @param shares Their names are shown as they are.
 * @param more Sums that always follow, such as those of places without a name.
 */
export function shareCharts(
  by: UsageBy,
  shares: readonly UsageShare[],
  { texts }: Pick<Reader, "texts">,
  more: readonly UsageShare[] = [],
): readonly DescribedChart[] {
  const say = texts.usage.chart;
  return UNITS.flatMap((unit) => {
    const used = largest(shares, unit);
    const others = used.slice(USAGE_BARS);
    const listed = [
      ...used.slice(0, USAGE_BARS),
      ...(others.length > 0 ? [sumOf(others, say.others(others.length))] : []),
      ...more.filter((share) => share[unit] > 0),
    ];
    if (listed.length === 0) return [];
    const most = Math.max(...listed.map((share) => share[unit]));
    const bars = listed.map((share): Entry => {
      const note = amountText(unit, share[unit], texts);
      return { label: shownText(share.name), note, unit, share: share[unit] / most };
    });
    return [described({ kind: "bars", title: say.by[by](say.units[unit]), bars }, bars, texts)];
  });
}

/** The shares whose names appear in the charts. */
export function chartedShares(shares: readonly UsageShare[]): readonly UsageShare[] {
  return UNITS.flatMap((unit) => largest(shares, unit).slice(0, USAGE_BARS));
}

/** What was used on each day of the week or month, a chart for each unit that was used. */
export function dayCharts(
  days: readonly UsageShare[],
  span: Span,
  { texts, locale }: Reader,
): readonly DescribedChart[] {
  const say = texts.usage.chart;
  const [latest] = days;
  if (!latest) return [];
  const calendar = calendarOf(span, latest.name);
  return UNITS.flatMap((unit) => {
    const used = new Map(days.map((day) => [day.name, day[unit]]));
    const columns = calendar.map((day) => ({
      label: span === "month" ? String(Number(day.slice(-2))) : shownWeekday(day, locale),
      value: used.get(day) ?? 0,
    }));
    const entries = calendar.flatMap((day) => {
      const amount = used.get(day) ?? 0;
      return amount === 0 ? [] : [{ label: shownDate(day, locale), note: amountText(unit, amount, texts) }];
    });
    if (entries.length === 0) return [];
    const title = say.by.day(say.units[unit]);
    return [described({ kind: "columns", title, unit, columns }, entries.toReversed(), texts)];
  });
}

/** All days of the day, week or month that contains a day. */
function calendarOf(span: Span, day: string): readonly string[] {
  const at = new Date(`${day}T00:00Z`);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  const { first, count } = {
    day: { first: date, count: 1 },
    week: { first: date - sinceMonday, count: 7 },
    month: { first: 1, count: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() },
  }[span];
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month, first + index)).toISOString().slice(0, 10),
  );
}

/** Detailed usage by day, latest first, or by model. */
export function sharesOf(days: readonly UsageDay[], by: "day" | "model"): readonly UsageShare[] {
  const names = [...new Set(days.map((one) => one[by]))];
  return names.map((name) =>
    sumOf(
      days.filter((one) => one[by] === name),
      name,
    ),
  );
}

/** The sum of some usage, under a name. */
export function sumOf(parts: readonly Omit<UsageShare, "name">[], name: string): UsageShare {
  const sum = (unit: Unit): number => parts.reduce((total, part) => total + part[unit], 0);
  const spent = sumSpent(parts);
  return { name, images: sum("images"), seconds: sum("seconds"), ...(spent ? { spent } : {}) };
}

function largest(shares: readonly UsageShare[], unit: Unit): readonly UsageShare[] {
  return shares.filter((share) => share[unit] > 0).toSorted((one, other) => other[unit] - one[unit]);
}

function described(
  chart: Chart,
  entries: readonly Pick<Entry, "label" | "note">[],
  { usage: { chart: say } }: Texts,
): DescribedChart {
  return { chart, items: entries.map(({ label, note }) => say.item(label, note)) };
}

/** The charts' alternative text, at most `max` characters. If the items don't fit, the longest lists are cut, with a note. */
export function describeCharts(
  heading: string,
  charts: readonly DescribedChart[],
  max: number,
  { usage: { chart: say } }: Texts,
): string {
  const listed = charts.map(({ items }) => items.length);
  const words = (): string =>
    say.headed(
      heading,
      charts.map(({ chart, items }, index) => {
        const shown = items.slice(0, listed[index]);
        return say.described(chart.title, shown.length < items.length ? [...shown, say.more] : shown);
      }),
    );
  for (;;) {
    const longest = Math.max(...listed);
    const text = words();
    if (text.length <= max || longest <= 1) return shortened(text, max);
    listed[listed.indexOf(longest)] = longest - 1;
  }
}
