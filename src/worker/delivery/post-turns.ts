import type { Conversation } from "../../core/chat/conversation.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { createFairTurns, type FairTurns, type TurnOf } from "../../media/fair-turns.ts";

/**
 * The turns in which members' messages are posted to a channel. Platforms post to a channel one message after another, in the
 * order in which they are asked, so one member's many messages would delay everybody else's.
 */
export interface PostTurns {
  /** The platform as a member uses it: a post waits for their turn where the platform limits posts (`postsAtOnce`). */
  of(platform: Platform, member: TurnOf): Platform;
}

export function createPostTurns(): PostTurns {
  const channels = new Map<string, { readonly turns: FairTurns; uses: number }>();

  async function inTurn<T>(
    { platform, workspace, channel }: Conversation,
    most: number,
    member: TurnOf,
    signal: AbortSignal,
    post: () => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([platform, workspace, channel]);
    const here = channels.get(key) ?? { turns: createFairTurns(most), uses: 0 };
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
      const most = platform.capabilities.postsAtOnce;
      if (most === undefined) return platform;
      return {
        ...platform,
        post: (conversation, message, key, signal = new AbortController().signal) =>
          inTurn(conversation, most, member, signal, () => platform.post(conversation, message, key, signal)),
      };
    },
  };
}
