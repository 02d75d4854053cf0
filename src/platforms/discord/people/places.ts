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

/** Is it a snowflake? */
export function isId(text: string): boolean {
  return /^\d{17,20}$/.test(text);
}
