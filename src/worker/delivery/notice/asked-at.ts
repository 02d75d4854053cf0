import { shownMomentIn } from "../../../text/render/measures.ts";
import type { Texts } from "../../../text/texts.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

/**
 * The time of the request, if the requester may have seen an error: otherwise they would not know which request this is about.
 */
export function askedAtLines({ batch, unheard }: BatchView, texts: Texts): readonly string[] {
  if (!unheard) return [];
  return [texts.notice.askedAt(shownMomentIn(batch.createdAt, unheard.timeZone, batch.locale))];
}
