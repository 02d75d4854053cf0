import { isMoney, UNITS, usedPart, type QuotaState, type Unit } from "../../core/account/quota/quota.ts";
import type { Texts } from "../texts.ts";
import { numberText } from "./sentence-parts.ts";
import { progressBar } from "./measures.ts";
import { moneyText } from "./money.ts";
import { moneyOf, quotaStateText, type QuotaContext } from "./quota.ts";

/** Pictures and seconds of clips, leaving out what is zero. */
export function usedText(images: number, seconds: number, texts: Texts): string {
  const say = texts.quota;
  if (images > 0 && seconds > 0) return say.and(say.images(images), say.seconds(seconds));
  if (images > 0) return say.images(images);
  return seconds > 0 ? say.seconds(seconds) : say.nothing;
}

type Amounts = Readonly<Record<Unit, number>>;

/** The same with a bar for each, as a part of the highest amount. For answers without a chart. */
export function usedBars(used: Amounts, most: Amounts, texts: Texts): string {
  return UNITS.filter((unit) => used[unit] > 0)
    .map((unit) => `${progressBar((used[unit] / most[unit]) * 100)} ${texts.quota[unit](used[unit])}`)
    .join(" · ");
}

/** How much of a quota is used, in numbers, or in money. */
export function usedOfText({ unit, used, amount, granted }: QuotaState, { texts, locale }: QuotaContext): string {
  const shown = (some: number): string => (isMoney(unit) ? moneyText(moneyOf(unit, some), locale) : numberText(some));
  return texts.usage.chart.usedOf(shown(used), shown(amount + granted));
}

/** A quota's state, after a bar that shows how much of it is used. For answers without a chart. */
export function quotaBar(state: QuotaState, saying: QuotaContext): string {
  const words = [usedOfText(state, saying), quotaStateText(state, saying)];
  return `${progressBar(usedPart(state) * 100)} ${words.join(" · ")}`;
}
