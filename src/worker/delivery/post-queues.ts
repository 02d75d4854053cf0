import type { Conversation } from "../../core/chat/conversation.ts";
import type { Platform, PostLimits } from "../../core/chat/platform.ts";
import { createFairQueue, type FairQueue, type TurnOf } from "../../media/fair-queue.ts";

/**
 * Posts members' messages to a channel in fair turns. A platform posts to a channel one message at a time, first come first
 * served, so one member's many messages would delay everyone else's.
 */
export interface PostQueues {
  /** The platform for one member: where the platform limits posts (`postTurns`), a post waits for the member's turn. */
  of(platform: Platform, member: TurnOf): Platform;
}

export function createPostQueues(): PostQueues {
  const channels = new Map<string, { readonly turns: FairQueue; uses: number }>();

  async function inTurn<T>(
    { platform, workspace, channel, thread }: Conversation,
    { atOnce, each, byThread }: PostLimits,
    member: TurnOf,
    signal: AbortSignal,
    post: () => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([platform, workspace, byThread ? (thread ?? channel) : channel]);
    const here = channels.get(key) ?? { turns: createFairQueue(atOnce, each), uses: 0 };
    channels.set(key, here);
    here.uses += 1;
    try {
      const end = await here.turns.take(member, signal);
      return await post().finally(end);
    } finally {
      here.uses -= 1;
      if (here.uses === 0) channels.delete(key);
    }
  }

  return {
    of(platform, member) {
      const limits = platform.capabilities.postTurns;
      if (limits === undefined) return platform;
      return {
        ...platform,
        post: (conversation, message, key, signal = new AbortController().signal) =>
          inTurn(conversation, limits, member, signal, () => platform.post(conversation, message, key, signal)),
      };
    },
  };
}
