import type { Locale } from "../../lib/locale.ts";
import { textsFor } from "../../text/texts.ts";
import { shownMomentIn } from "../../text/render/measures.ts";

/** What admins are told after a copy was restored: which time is missing. */
export function restoredText(
  { from, to, timeZone }: { readonly from: Date; readonly to: Date; readonly timeZone: string },
  locale: Locale,
): string {
  const shown = (at: Date): string => shownMomentIn(at, timeZone, locale);
  return textsFor(locale).machine.restored(shown(from), shown(to));
}
