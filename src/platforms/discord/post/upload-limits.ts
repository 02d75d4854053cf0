import { DISCORD_REMEMBER_MS } from "../limits.ts";
import { Routes, type REST } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { platformErrorOf } from "../connect/errors.ts";
import { isId } from "../connect/ids.ts";

/** The most a bot may upload, by guild tier. Direct messages have the lowest limit. */
const DISCORD_UPLOAD_BYTES = [10, 10, 50, 100].map((mebibytes) => mebibytes * 1024 * 1024);

const Guild = z.object({ premium_tier: z.int() });

/** The limit that holds everywhere, including servers without boosts and direct messages. */
export const LOWEST_UPLOAD_BYTES = Math.min(...DISCORD_UPLOAD_BYTES);

/**
 * The largest file that the bot may post in a conversation, by the tier of its server. A member's own upload limit does
 * not apply to the bot. Falls back to the lowest limit when Discord can't be asked.
 */
export function createUploadLimits(
  rest: REST,
  context: { readonly clock: Clock; readonly log: Logger },
): (conversation: Conversation) => Promise<number> {
  const { clock, log } = context;
  const known = new Map<string, { readonly bytes: number; readonly at: number }>();
  return async ({ workspace }) => {
    const before = known.get(workspace);
    if (before && clock.elapsed() - before.at < DISCORD_REMEMBER_MS) return before.bytes;
    if (!isId(workspace)) return LOWEST_UPLOAD_BYTES;
    try {
      const { premium_tier: tier } = Guild.parse(await rest.get(Routes.guild(workspace)));
      const bytes = DISCORD_UPLOAD_BYTES[tier] ?? LOWEST_UPLOAD_BYTES;
      known.set(workspace, { bytes, at: clock.elapsed() });
      return bytes;
    } catch (error) {
      log.info(
        { guild: workspace, err: platformErrorOf(error) },
        "could not read a server's boost tier; using the lowest upload limit",
      );
      return LOWEST_UPLOAD_BYTES;
    }
  };
}
