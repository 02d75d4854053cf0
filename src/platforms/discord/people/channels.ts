import { Routes } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { unlessUnseen } from "../connect/errors.ts";
import { Bits } from "./members.ts";
import type { Reads } from "./share-reads.ts";

/**
 * How long Discord is not asked again about a channel that the bot can't see. Discord blocks an address for all servers after
 * 10,000 refusals in 10 minutes, and members choose the channels that Easel asks about.
 */
export const DISCORD_UNSEEN_MS = 60_000;
/** How many such channels are remembered. */
const DISCORD_UNSEEN = 1_000;

const Overwrite = z.object({ id: z.string(), allow: Bits, deny: Bits });
export type Overwrite = z.infer<typeof Overwrite>;
const GuildChannel = z.object({
  id: z.string(),
  type: z.int(),
  guild_id: z.string().nullish(),
  parent_id: z.string().nullish(),
  permission_overwrites: z.array(Overwrite).nullish(),
  /** Only direct messages have recipients. */
  recipients: z.array(z.object({ id: z.string() })).nullish(),
});
export type GuildChannel = z.infer<typeof GuildChannel>;

/** A channel or thread that the bot can see. Undefined for any other. Rejects with a `PlatformError`. */
export type FindChannel = (id: string, signal?: AbortSignal) => Promise<GuildChannel | undefined>;

export function createFindChannel(rest: Reads, clock: Pick<Clock, "elapsed">): FindChannel {
  const unseen = new Map<string, number>();
  return async (id, signal) => {
    if (clock.elapsed() - (unseen.get(id) ?? Number.NEGATIVE_INFINITY) < DISCORD_UNSEEN_MS) return undefined;
    const found = await unlessUnseen(() => rest.get(Routes.channel(id), signal ? { signal } : {}), signal);
    unseen.delete(id);
    if (found !== undefined) return GuildChannel.parse(found);
    unseen.set(id, clock.elapsed());
    const [oldest] = unseen.keys();
    if (unseen.size > DISCORD_UNSEEN && oldest !== undefined) unseen.delete(oldest);
    return undefined;
  };
}
