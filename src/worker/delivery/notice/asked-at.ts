import { shownMomentIn } from "../../../text/render/measures.ts";
import type { Texts } from "../../../text/texts.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

/** The time of the request, if its requester may have been told that it failed: otherwise they would not recognise it. */
export function askedAtLines({ batch, unheard }: BatchView, texts: Texts): readonly string[] {
  if (!unheard) return [];
  return [texts.notice.askedAt(shownMomentIn(batch.createdAt, unheard.timeZone, batch.locale))];
}
