/** The languages that Easel speaks. */
export const LOCALES = ["en", "zh-CN"] as const;
export type Locale = (typeof LOCALES)[number];

/**
 * The nearest language for a BCP 47 tag or an Accept-Language header: Simplified Chinese for any Chinese, otherwise
 * English.
 */
export function nearestLocale(tag: string | undefined): Locale {
  return /^\s*zh\b/i.test(tag ?? "") ? "zh-CN" : "en";
}
