import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { WORKSPACE } from "../api/people.ts";

/** The channel of a conversation; throws a `PlatformError` for one of another platform. */
export function channelOf(conversation: Conversation): string {
  if (conversation.platform !== "console" || conversation.workspace !== WORKSPACE) {
    throw new PlatformError("rejected", "not a conversation of the Console");
  }
  return conversation.channel;
}

export function conversationOf(channel: string): Conversation {
  return { platform: "console", workspace: WORKSPACE, channel };
}
