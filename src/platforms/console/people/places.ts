import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { WORKSPACE } from "../api/people.ts";

/** The channel of a conversation. Throws a `PlatformError` for another platform's conversation. */
export function channelOf(conversation: Conversation): string {
  if (conversation.platform !== "console" || conversation.workspace !== WORKSPACE) {
    throw new PlatformError("rejected", "not a Console conversation");
  }
  return conversation.channel;
}

export function conversationOf(channel: string): Conversation {
  return { platform: "console", workspace: WORKSPACE, channel };
}
