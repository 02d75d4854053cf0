import type { ConsolePageTexts } from "../../text/render/console/console-page.ts";
import type { Locale } from "../../lib/locale.ts";

/** Midnight of a moment's day in the reader's time zone, in Unix milliseconds. */
export function dayOf(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** "Today", "Yesterday", or the date. */
export function dayLabel(ms: number, locale: Locale, texts: ConsolePageTexts): string {
  const daysAgo = Math.round((dayOf(Date.now()) - dayOf(ms)) / 86_400_000);
  if (daysAgo === 0) return texts.today;
  if (daysAgo === 1) return texts.yesterday;
  return new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(ms);
}

/** The time of day, short. */
export function timeLabel(ms: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(ms);
}

/** The date, short. */
export function dateLabel(ms: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(ms);
}

/** The full date and time. */
export function momentLabel(ms: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" }).format(ms);
}

/** The time until a moment, such as "40 sec", rounded up to ten seconds. Undefined once it has passed. */
export function leftLabel(ms: number, now: number, locale: Locale): string | undefined {
  if (ms <= now) return undefined;
  return durationLabel(Math.ceil((ms - now) / 10_000) * 10_000, locale);
}

/** How long something took, such as "42 sec" or "3 min". */
export function durationLabel(ms: number, locale: Locale): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [value, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
}

/** The cap for progress by time: only the result completes the bar. */
const MOST_BY_TIME = 0.95;

/** How much of an item is done, 0 to 1: as the gateway reports it, or else by time. Undefined if unknown. */
export function doneShare(
  {
    begunAt,
    expectedAt,
    percent,
  }: { readonly begunAt?: number; readonly expectedAt?: number; readonly percent?: number },
  now: number,
): number | undefined {
  if (percent !== undefined) return percent / 100;
  if (begunAt === undefined || expectedAt === undefined || expectedAt <= begunAt) return undefined;
  return Math.min(MOST_BY_TIME, Math.max(0, (now - begunAt) / (expectedAt - begunAt)));
}
