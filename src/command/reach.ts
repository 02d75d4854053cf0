import type { Conversation } from "../chat/conversation.ts";
import type { Actor } from "../chat/event.ts";
import type { Batch } from "../job/store.ts";

/**
 * May someone who acts there know of a batch? Only what is in the same channel, and their own in the same workspace: an id
 * alone, wherever it came from, opens nothing.
 */
export function mayReach(batch: Batch, conversation: Conversation, actor: Pick<Actor, "userId">): boolean {
  const there = batch.conversation;
  if (there.platform !== conversation.platform || there.workspace !== conversation.workspace) return false;
  return there.channel === conversation.channel || batch.requesterId === actor.userId;
}
