import type { Channel } from "discord.js";
import type { Conversation } from "../../../core/chat/conversation.ts";

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
