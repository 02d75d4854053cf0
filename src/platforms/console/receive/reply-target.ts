import type { Target } from "../../../core/chat/event.ts";
import { contentOf } from "../store/message-content.ts";
import type { MessageRow, MessageStore } from "../store/message-store.ts";
import { EASEL_ID, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";

/** A message that this person can see in this channel. Undefined for any other. */
export async function findSeen(
  messages: Pick<MessageStore, "find">,
  id: string,
  { as: person, channel }: { readonly as: PersonId; readonly channel: string },
): Promise<MessageRow | undefined> {
  const row = await messages.find(id);
  const isSeen =
    row !== undefined &&
    !row.removed &&
    row.channelId === channel &&
    (row.visibleTo === null || row.visibleTo === person);
  return isSeen ? row : undefined;
}

/** A message as the target of a reply or action. In the Console, all of its content is accessible. */
export function targetFor(row: MessageRow): Target {
  return {
    message: { conversation: conversationOf(row.channelId), id: row.id },
    attachments: contentOf(row).files.map(({ id, name, mimeType, bytes }) => ({ source: id, name, mimeType, bytes })),
    own: row.author === EASEL_ID,
    complete: true,
  };
}
