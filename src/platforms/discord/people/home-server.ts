import { DISCORD_REMEMBER_MS, DISCORD_SEEN } from "../limits.ts";
import { PermissionFlagsBits, type REST } from "discord.js";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Home, Homes } from "../../../core/chat/platform.ts";
import { findMember, getServer, permissionsIn, type ServerMember } from "./members.ts";
import type { DiscordStore } from "../store/discord-store.ts";

/** A person in the server that their direct messages belong to. */
export interface HomeMember extends ServerMember {
  readonly guild: string;
  /** Undefined if Discord did not say what their roles permit. */
  readonly managesGuild: boolean | undefined;
}

/**
 * The home of a person's direct messages: the server that they chose, or else the first activated server that they are
 * a member of. Undefined for strangers: anyone can write to a bot, and a stranger must not spend a server's budget.
 * Rejects with a `PlatformError` if Discord does not say whether they are a member.
 */
export type HomeOf = (userId: string) => Promise<HomeMember | undefined>;

export interface DiscordHomes extends Homes {
  readonly homeOf: HomeOf;
}

export function createHomes(
  rest: REST,
  store: Pick<DiscordStore, "homesFor" | "chooseHome">,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): DiscordHomes {
  const known = new Map<string, { readonly home: HomeMember | undefined; readonly at: number }>();

  async function askHome(userId: string): Promise<HomeMember | undefined> {
    for (const guild of await store.homesFor(userId)) {
      const member = await findMember(rest, guild, userId);
      if (member) return { ...member, guild, managesGuild: await managesGuild(guild, member) };
    }
    return undefined;
  }

  /** Discord describes a member without their permissions, except in a server's interactions. */
  async function managesGuild(guild: string, member: ServerMember): Promise<boolean | undefined> {
    try {
      return (permissionsIn(await getServer(rest, guild), member) & PermissionFlagsBits.ManageGuild) !== 0n;
    } catch (error) {
      log.info({ err: error, guild }, "Discord did not describe a server");
      return undefined;
    }
  }

  return {
    async homeOf(userId) {
      const before = known.get(userId);
      if (before && clock.elapsed() - before.at < DISCORD_REMEMBER_MS) return before.home;
      const home = await askHome(userId);
      known.delete(userId);
      // Don't remember an incomplete answer; ask Discord again next time.
      if (home && home.managesGuild === undefined) return home;
      if (known.size >= DISCORD_SEEN) known.clear();
      known.set(userId, { home, at: clock.elapsed() });
      return home;
    },

    async of(userId) {
      const homes: Home[] = [];
      for (const guild of await store.homesFor(userId)) {
        if (!(await findMember(rest, guild, userId))) continue;
        const { name } = await getServer(rest, guild);
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
