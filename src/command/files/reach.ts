import { encodeConversation, type Conversation } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Actor } from "../../core/chat/event.ts";
import type { Batch } from "../../core/job/job-store.ts";
import type { CommandContext } from "../command.ts";

/** Who asks for a batch, and from where. */
export interface Reader {
  readonly conversation: Conversation;
  readonly actor: Pick<Actor, "userId">;
}

type Reached = Pick<Batch, "conversation"> & {
  /** Undefined for what is nobody's own. */
  readonly requesterId: string | undefined;
};
interface Platforms {
  readonly platform: Pick<CommandContext["platform"], "mayRead">;
}

/**
 * May someone who acts in a conversation know of a batch? Their own in the same workspace, what is in the same conversation, and what
 * is in another thread of the same channel where the platform says that they may read that thread. An id alone, wherever it came
 * from, opens nothing.
 */
export async function mayReach(batch: Reached, reader: Reader, context: Platforms): Promise<boolean> {
  const there = batch.conversation;
  if (!isSameWorkspace(there, reader.conversation)) return false;
  if (there.channel !== reader.conversation.channel && batch.requesterId !== reader.actor.userId) return false;
  return maySee(batch, reader, context);
}

/** The same for somebody who may know of the whole workspace, as far as the platform lets them read it. */
export async function maySee(batch: Reached, { conversation, actor }: Reader, context: Platforms): Promise<boolean> {
  const there = batch.conversation;
  if (!isSameWorkspace(there, conversation)) return false;
  if (batch.requesterId === actor.userId || encodeConversation(there) === encodeConversation(conversation)) return true;
  try {
    return await context.platform.mayRead(there, actor.userId);
  } catch (error) {
    // A person who can't be looked up must not read what may be private.
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

function isSameWorkspace(one: Conversation, other: Conversation): boolean {
  return one.platform === other.platform && one.workspace === other.workspace;
}
