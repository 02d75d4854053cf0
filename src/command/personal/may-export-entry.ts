import type { HistoryEntry } from "../../core/account/personal-data.ts";
import { decodeConversation } from "../../core/chat/conversation.ts";
import type { CommandContext } from "../command.ts";
import { maySee, type Reader } from "../files/may-reach.ts";

/** The most places to ask the platform about for one file. Others count as hidden. docs/privacy.md states this number. */
const PLACES_LOOKED_AT = 50;

/** Whether an admin may read another person's entry: only if they can read its place. */
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
