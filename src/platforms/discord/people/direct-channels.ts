import { Routes, type REST } from "discord.js";
import { z } from "zod";
import { addToCache } from "../../../lib/bounded-cache.ts";
import { asPlatformError } from "../connect/errors.ts";

/** How many channels are remembered. A person's channel with the bot never changes. */
const DISCORD_DIRECT_CHANNELS = 10_000;

const Opened = z.object({ id: z.string() });

/**
 * The id of the channel for direct messages with a person. Discord strictly limits how often a bot opens such channels, so each
 * channel is remembered. Rejects with a `PlatformError`.
 */
export type DirectChannelWith = (userId: string, signal?: AbortSignal) => Promise<string>;

export function createDirectChannels(rest: Pick<REST, "post">): DirectChannelWith {
  const channels = new Map<string, string>();
  return async (userId, signal) => {
    const known = channels.get(userId);
    if (known !== undefined) return known;
    const asked = { body: { recipient_id: userId }, ...(signal ? { signal } : {}) };
    const { id } = Opened.parse(await asPlatformError(() => rest.post(Routes.userChannels(), asked), signal));
    addToCache(channels, userId, id, DISCORD_DIRECT_CHANNELS);
    return id;
  };
}
