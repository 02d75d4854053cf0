import type { ConsolePageTexts } from "../../text/render/console-page.ts";
import type { Locale } from "../../lib/locale.ts";

/** A day as a number, in the reader's time zone. */
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

/** The full date and time. */
export function momentLabel(ms: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" }).format(ms);
}

/** The time until a moment, such as "in 40 seconds", rounded to ten seconds. Undefined once it has passed. */
export function untilLabel(ms: number, now: number, locale: Locale): string | undefined {
  if (ms <= now) return undefined;
  const seconds = Math.ceil((ms - now) / 10_000) * 10;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  return seconds < 90 ? format.format(seconds, "second") : format.format(Math.round(seconds / 60), "minute");
}
