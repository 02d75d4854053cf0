import { UNITS, usedPart, type QuotaState, type Unit } from "../../core/account/quota/quota.ts";
import type { Texts } from "../texts.ts";
import { progressBar } from "./measures.ts";
import { quotaStateText, type QuotaContext } from "./quota.ts";

/** Pictures and seconds of clips, leaving out what is zero. */
export function usedText(images: number, seconds: number, texts: Texts): string {
  const say = texts.quota;
  if (images > 0 && seconds > 0) return say.and(say.images(images), say.seconds(seconds));
  if (images > 0) return say.images(images);
  return seconds > 0 ? say.seconds(seconds) : say.nothing;
}

type Amounts = Readonly<Record<Unit, number>>;

/** The same with a bar for each: how much it is of the most. For answers without a chart. */
export function usedBars(used: Amounts, most: Amounts, texts: Texts): string {
  return UNITS.filter((unit) => used[unit] > 0)
    .map((unit) => `${progressBar((used[unit] / most[unit]) * 100)} ${texts.quota[unit](used[unit])}`)
    .join(" · ");
}

/** The state of a quota behind a bar that shows how much of it is used. For answers without a chart. */
export function quotaBar(state: QuotaState, saying: QuotaContext): string {
  const { used, amount, granted } = state;
  const words = [saying.texts.usage.chart.usedOf(used, amount + granted), quotaStateText(state, saying)];
  return `${progressBar(usedPart(state) * 100)} ${words.join(" · ")}`;
}
