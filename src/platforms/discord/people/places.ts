import type { Channel } from "discord.js";
import { isId } from "../connect/ids.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Conversation, MessageRef } from "../../../core/chat/conversation.ts";

/** The id of a conversation's channel, thread or direct messages, for use in Discord's routes. */
export function channelIdOf(conversation: Conversation): string {
  const id = conversation.thread ?? conversation.channel;
  // The id becomes part of a URL path and may come straight from the database, so it is checked.
  if (conversation.platform !== "discord" || !isId(id)) {
    throw new PlatformError("rejected", "not a Discord conversation");
  }
  return id;
}

export function messageIdOf(ref: MessageRef): string {
  if (!isId(ref.id)) throw new PlatformError("rejected", "not a Discord message");
  return ref.id;
}

/** The conversation of a channel in a server, or of a direct message that belongs to its person's home server. */
export function conversationOf(
  workspace: string,
  channel: { readonly id: string; readonly known: Channel | null },
): Conversation {
  const { known } = channel;
  if (known?.isThread() && known.parentId !== null) {
    return { platform: "discord", workspace, channel: known.parentId, thread: known.id };
  }
  return { platform: "discord", workspace, channel: channel.id };
}
