import { DISCORD_REMEMBER_MS } from "../limits.ts";
import { Routes } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { platformErrorOf } from "../connect/errors.ts";
import { isId } from "../connect/ids.ts";
import { channelIdOf } from "../people/places.ts";
import type { Looking } from "../people/visibility.ts";

/** The most a bot may upload, by guild tier. Direct messages have the lowest limit. */
const DISCORD_UPLOAD_BYTES = [10, 10, 50, 100].map((mebibytes) => mebibytes * 1024 * 1024);

const Guild = z.object({ premium_tier: z.int() });

/** The limit that is safe everywhere, including servers without boosts and direct messages. */
export const LOWEST_UPLOAD_BYTES = Math.min(...DISCORD_UPLOAD_BYTES);

/** How many channels are remembered as being in a server or not, which never changes. */
const DISCORD_LIMITED_CHANNELS = 1_000;

export interface UploadLimits {
  /**
   * The largest file that the bot may post in a conversation: in a server by its tier, in direct messages always the lowest. A
   * member's own upload limit does not apply to the bot. Falls back to the lowest limit when Discord can't be asked.
   */
  of(conversation: Conversation): Promise<number>;
  /** Call when Discord refused a file as too large: the server may have lost its tier, so Discord is asked again next time. */
  forget(conversation: Conversation): void;
}

export function createUploadLimits(
  { rest, findChannel }: Looking,
  context: { readonly clock: Clock; readonly log: Logger },
): UploadLimits {
  const { clock, log } = context;
  const known = new Map<string, { readonly bytes: number; readonly at: number }>();
  const inServers = new Map<string, boolean>();

  async function byTier(guild: string): Promise<number> {
    const before = known.get(guild);
    if (before && clock.elapsed() - before.at < DISCORD_REMEMBER_MS) return before.bytes;
    const { premium_tier: tier } = Guild.parse(await rest.get(Routes.guild(guild)));
    const bytes = DISCORD_UPLOAD_BYTES[tier] ?? LOWEST_UPLOAD_BYTES;
    known.set(guild, { bytes, at: clock.elapsed() });
    return bytes;
  }

  /** In Easel, direct messages belong to a person's home server. For Discord, they belong to none. */
  async function isInServer(channelId: string): Promise<boolean> {
    const before = inServers.get(channelId);
    if (before !== undefined) return before;
    const channel = await findChannel(channelId);
    if (!channel) return false;
    const isThere = typeof channel.guild_id === "string";
    inServers.set(channelId, isThere);
    const [oldest] = inServers.keys();
    if (inServers.size > DISCORD_LIMITED_CHANNELS && oldest !== undefined) inServers.delete(oldest);
    return isThere;
  }

  return {
    async of(conversation) {
      const { workspace } = conversation;
      if (!isId(workspace)) return LOWEST_UPLOAD_BYTES;
      try {
        const bytes = await byTier(workspace);
        if (bytes === LOWEST_UPLOAD_BYTES) return bytes;
        return (await isInServer(channelIdOf(conversation))) ? bytes : LOWEST_UPLOAD_BYTES;
      } catch (error) {
        log.info(
          { guild: workspace, err: platformErrorOf(error) },
          "could not read a server's boost tier; using the lowest upload limit",
        );
        return LOWEST_UPLOAD_BYTES;
      }
    },

    forget({ workspace }) {
      known.delete(workspace);
    },
  };
}
