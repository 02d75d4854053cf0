import { RESTJSONErrorCodes, Routes, type REST } from "discord.js";
import type { Clock } from "../../clock.ts";
import { DISCORD_REMEMBER_MS, DISCORD_SEEN } from "../../limits.ts";
import { codeOf } from "./errors.ts";

/**
 * The server that a person's direct messages count as: the first of those that Easel is set up for and that they are a
 * member of. Undefined for a stranger: anyone may write to a bot, and must not spend what is not theirs.
 */
export type HomeOf = (userId: string) => Promise<string | undefined>;

export function createHomes(rest: REST, guilds: readonly string[], clock: Clock): HomeOf {
  const known = new Map<string, { readonly guild: string | undefined; readonly at: number }>();
  return async (userId) => {
    const before = known.get(userId);
    if (before && clock.elapsed() - before.at < DISCORD_REMEMBER_MS) return before.guild;
    let home: string | undefined;
    for (const guild of guilds) {
      if (await isMember(rest, guild, userId)) {
        home = guild;
        break;
      }
    }
    if (known.size >= DISCORD_SEEN) known.clear();
    known.set(userId, { guild: home, at: clock.elapsed() });
    return home;
  };
}

async function isMember(rest: REST, guild: string, userId: string): Promise<boolean> {
  try {
    await rest.get(Routes.guildMember(guild, userId));
    return true;
  } catch (error) {
    const code = codeOf(error);
    const absent: readonly unknown[] = [
      RESTJSONErrorCodes.UnknownMember,
      RESTJSONErrorCodes.UnknownGuild,
      RESTJSONErrorCodes.UnknownUser,
      RESTJSONErrorCodes.MissingAccess,
    ];
    if (absent.includes(code)) return false;
    throw error;
  }
}
