import { DISCORD_REMEMBER_MS, DISCORD_SEEN } from "../limits.ts";
import { RESTJSONErrorCodes, Routes, type REST } from "discord.js";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Home, Homes } from "../../../core/chat/platform.ts";
import { asPlatformError, codeOf } from "../connect/errors.ts";
import type { DiscordStore } from "../store/discord-store.ts";

/**
 * The server that a person's direct messages belong to: the one they chose, or else the first activated server that
 * they are a member of. Undefined for strangers: anyone can write to a bot, and a stranger must not spend a server's
 * budget.
 */
export type HomeOf = (userId: string) => Promise<string | undefined>;

export interface DiscordHomes extends Homes {
  readonly homeOf: HomeOf;
}

const Guild = z.object({ name: z.string() });

export function createHomes(
  rest: REST,
  store: Pick<DiscordStore, "homesFor" | "chooseHome">,
  clock: Clock,
): DiscordHomes {
  const known = new Map<string, { readonly guild: string | undefined; readonly at: number }>();
  return {
    async homeOf(userId) {
      const before = known.get(userId);
      if (before && clock.elapsed() - before.at < DISCORD_REMEMBER_MS) return before.guild;
      let home: string | undefined;
      for (const guild of await store.homesFor(userId)) {
        if (await isMember(rest, guild, userId)) {
          home = guild;
          break;
        }
      }
      if (known.size >= DISCORD_SEEN) known.clear();
      known.set(userId, { guild: home, at: clock.elapsed() });
      return home;
    },

    async of(userId) {
      const homes: Home[] = [];
      for (const guild of await store.homesFor(userId)) {
        if (!(await isMember(rest, guild, userId))) continue;
        const { name } = Guild.parse(await asPlatformError(() => rest.get(Routes.guild(guild))));
        homes.push({ workspace: guild, name });
      }
      return homes;
    },

    async choose(userId, workspace) {
      await store.chooseHome(userId, workspace);
      known.delete(userId);
    },
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
