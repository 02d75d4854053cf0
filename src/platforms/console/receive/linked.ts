import type { Linked } from "../../../core/chat/platform.ts";
import { KnownId } from "../api/api.ts";
import { placeInPath } from "../api/message-link.ts";
import type { MessageStore } from "../store/message-store.ts";
import { isPersonId } from "../api/people.ts";
import { findSeen, targetFor } from "./reply-target.ts";

/** See `Platform.linked`. The Console may be reached by any host name, so only the path counts. */
export async function linked(messages: Pick<MessageStore, "find">, link: string, userId: string): Promise<Linked> {
  const url = URL.parse(link);
  const place = url && /^https?:$/.test(url.protocol) ? placeInPath(url.pathname) : undefined;
  const id = KnownId.safeParse(place?.id);
  if (place?.channel === undefined || !id.success) return { kind: "no_message" };
  const row = isPersonId(userId)
    ? await findSeen(messages, id.data, { as: userId, channel: place.channel })
    : undefined;
  return row ? { kind: "message", target: targetFor(row) } : { kind: "unseen" };
}
