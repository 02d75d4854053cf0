import type { Locale } from "../lib/locale.ts";

/** British English writes the day before the month, and separates thousands with commas as Chinese does. */
const TAGS: Readonly<Record<Locale, string>> = { en: "en-GB", "zh-CN": "zh-CN" };

/**
 * The formats in use. Making one takes thousands of times as long as using it. There are only a few for each language, currency
 * and time zone, so none is ever dropped.
 */
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

/** How a language writes dates. Throws a `RangeError` for an unknown time zone. */
export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return made(dates, locale, options, () => new Intl.DateTimeFormat(TAGS[locale], options));
}

/** How a language writes numbers. Throws a `RangeError` for a malformed currency. */
export function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return made(numbers, locale, options, () => new Intl.NumberFormat(TAGS[locale], options));
}

function made<Format>(formats: Map<string, Format>, locale: Locale, options: object, make: () => Format): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}
