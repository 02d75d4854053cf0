import { encodeConversation, type Conversation } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Actor } from "../../core/chat/event.ts";
import type { Batch } from "../../core/job/job-store.ts";
import type { CommandContext } from "../command.ts";

/** The person who asks for a batch, and where. */
export interface Reader {
  readonly conversation: Conversation;
  readonly actor: Pick<Actor, "userId">;
}

type Reached = Pick<Batch, "conversation"> & {
  /** Undefined if it has no owner. */
  readonly requesterId: string | undefined;
};
interface Platforms {
  readonly platform: Pick<CommandContext["platform"], "mayRead">;
}

/**
 * Whether a person may learn of a batch: their own in the same workspace, one from the same conversation, or one from another
 * thread of the channel if the platform says that they may read that thread. Knowing an id is not enough, wherever it came from.
 */
export async function mayReach(batch: Reached, reader: Reader, context: Platforms): Promise<boolean> {
  const there = batch.conversation;
  if (!isSameWorkspace(there, reader.conversation)) return false;
  if (there.channel !== reader.conversation.channel && batch.requesterId !== reader.actor.userId) return false;
  return maySee(batch, reader, context);
}

/** The same for people with access to the whole workspace, for conversations that the platform lets them read. */
export async function maySee(batch: Reached, { conversation, actor }: Reader, context: Platforms): Promise<boolean> {
  const there = batch.conversation;
  if (!isSameWorkspace(there, conversation)) return false;
  if (batch.requesterId === actor.userId || encodeConversation(there) === encodeConversation(conversation)) return true;
  try {
    return await context.platform.mayRead(there, actor.userId);
  } catch (error) {
    // If the lookup fails, assume that the person may not read what could be private.
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

function isSameWorkspace(one: Conversation, other: Conversation): boolean {
  return one.platform === other.platform && one.workspace === other.workspace;
}
