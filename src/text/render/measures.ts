import type { Locale } from "../../lib/locale.ts";
import { dateFormat } from "../formats.ts";

/** The day of a moment (milliseconds since the Unix epoch), in UTC, because readers may be anywhere. */
export function shownDay(at: number, locale: Locale): string {
  return dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(at);
}

/** The same with the time of day. */
export function shownMoment(at: number, locale: Locale): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${dateFormat(locale, format).format(at)} UTC`;
}

/** A moment in an IANA time zone, which is named after it. */
export function shownMomentIn(at: Date, timeZone: string, locale: Locale): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone } as const;
  return `${dateFormat(locale, format).format(at)} (${timeZone})`;
}

/** A month in a time zone, e.g. “October 2026”. */
export function shownMonth(startsAt: Date, timeZone: string, locale: Locale): string {
  const format = { month: "long", year: "numeric", timeZone } as const;
  return dateFormat(locale, format).format(startsAt);
}

const BAR_CELLS = 10;

/** A bar of ten cells for platforms that show text only. `percent`: 0 to 100. Only nothing leaves it empty, and only all fills it. */
export function progressBar(percent: number): string {
  const done = Math.max(percent > 0 ? 1 : 0, Math.floor((Math.min(100, Math.max(0, percent)) / 100) * BAR_CELLS));
  return "▰".repeat(done) + "▱".repeat(BAR_CELLS - done);
}

/** A day of the calendar, such as `2026-11-21`, without its year. */
export function shownDate(day: string, locale: Locale): string {
  return dateText(day, locale, { day: "numeric", month: "long" });
}

/** The same with its weekday, as short as possible. */
export function shownWeekday(day: string, locale: Locale): string {
  return dateText(day, locale, { weekday: "short", day: "numeric" });
}

function dateText(day: string, locale: Locale, format: Intl.DateTimeFormatOptions): string {
  const inLanguage = dateFormat(locale, { ...format, timeZone: "UTC" });
  return inLanguage.format(new Date(`${day}T00:00Z`));
}
