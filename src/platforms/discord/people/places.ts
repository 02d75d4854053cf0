import type { Channel } from "discord.js";
import { isId } from "../connect/ids.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Conversation, MessageRef } from "../../../core/chat/conversation.ts";

/** The channel, thread or direct message that a conversation is, as Discord's routes name it. */
export function channelIdOf(conversation: Conversation): string {
  const id = conversation.thread ?? conversation.channel;
  // It becomes part of a path, and may be the database's word only.
  if (conversation.platform !== "discord" || !isId(id)) {
    throw new PlatformError("rejected", "not a conversation of Discord");
  }
  return id;
}

export function messageIdOf(ref: MessageRef): string {
  if (!isId(ref.id)) throw new PlatformError("rejected", "not a message of Discord");
  return ref.id;
}

/** The conversation of a channel in a server, or of a direct message that counts as its person's home server's. */
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
