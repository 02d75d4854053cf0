import type { HistoryEntry } from "../../core/account/personal-data.ts";
import { decodeConversation } from "../../core/chat/conversation.ts";
import type { CommandContext } from "../command.ts";
import { maySee, type Reader } from "../files/reach.ts";

/** Places that the platform is asked about for one file. The others count as hidden; docs/privacy.md names this number. */
const PLACES_LOOKED_AT = 50;

/** Whether an admin may read an entry of somebody else: only what is in a place that they can read themselves. */
export function createShows(
  reader: Reader,
  context: { readonly platform: Pick<CommandContext["platform"], "mayRead"> },
): (entry: HistoryEntry) => Promise<boolean> {
  const places = new Map<string, Promise<boolean>>();
  return async ({ conversation, isPrivate }) => {
    if (isPrivate) return false;
    const known = places.get(conversation);
    if (known) return known;
    if (places.size >= PLACES_LOOKED_AT) return false;
    const sees = maySee({ conversation: decodeConversation(conversation), requesterId: undefined }, reader, context);
    places.set(conversation, sees);
    return sees;
  };
}
