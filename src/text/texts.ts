import { en, type Texts } from "./en/index.ts";
import type { Locale } from "../lib/locale.ts";
import { zhCN } from "./zh-cn/index.ts";

export type { Texts } from "./en/index.ts";

/** The commands and options that have a description: those that can be declared. */
export type CommandKey = keyof Texts["commands"];
export type OptionKey = keyof Texts["options"];

const CATALOGUE: Record<Locale, Texts> = { en, "zh-CN": zhCN };

/** Every sentence in one language. */
export function textsFor(locale: Locale): Texts {
  return CATALOGUE[locale];
}
