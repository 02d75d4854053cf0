import { PermissionFlagsBits, Routes } from "discord.js";
import { z } from "zod";
import { asPlatformError, unlessUnseen } from "../connect/errors.ts";
import type { Reads } from "./share-reads.ts";

/** A member of a server, as Discord's REST API describes them. */
export const Member = z.object({
  nick: z.string().nullish(),
  roles: z.array(z.string()),
  user: z.object({
    id: z.string(),
    username: z.string(),
    global_name: z.string().nullish(),
    bot: z.boolean().nullish(),
  }),
});

/** Permission bits, which Discord sends as a decimal string. */
export const Bits = z.string().transform((text) => BigInt(text));
const Server = z.object({
  name: z.string(),
  owner_id: z.string(),
  roles: z.array(z.object({ id: z.string(), permissions: Bits })),
});
type Server = z.infer<typeof Server>;

/** All permissions, which the owner and administrators have everywhere in the server. */
export const EVERYTHING = ~0n;

export interface ServerMember {
  readonly userId: string;
  readonly displayName: string;
  /** Their roles, including the one that everyone has. */
  readonly roles: readonly string[];
}

/**
 * A member of a server. Undefined for people who aren't in it, and for servers that Easel isn't in. Rejects with a
 * `PlatformError`.
 */
export async function findMember(
  rest: Reads,
  guild: string,
  userId: string,
  signal?: AbortSignal,
): Promise<ServerMember | undefined> {
  const found = await unlessUnseen(() => rest.get(Routes.guildMember(guild, userId), signal ? { signal } : {}), signal);
  return found === undefined ? undefined : memberOf(Member.parse(found), guild);
}

export function memberOf({ nick, roles, user }: z.infer<typeof Member>, guild: string): ServerMember {
  // Everyone has the role whose id is the server's id. Discord leaves it out of the list.
  return { userId: user.id, displayName: nick ?? user.global_name ?? user.username, roles: [guild, ...roles] };
}

/** A server that Easel is in. Rejects with a `PlatformError`. */
export async function getServer(rest: Reads, guild: string, signal?: AbortSignal): Promise<Server> {
  return Server.parse(await asPlatformError(() => rest.get(Routes.guild(guild), signal ? { signal } : {}), signal));
}

/** A member's permissions in the whole server, before those of a channel. */
export function permissionsIn({ owner_id, roles }: Server, member: ServerMember): bigint {
  if (member.userId === owner_id) return EVERYTHING;
  const bits = roles
    .filter(({ id }) => member.roles.includes(id))
    .reduce((all, { permissions }) => all | permissions, 0n);
  return (bits & PermissionFlagsBits.Administrator) === 0n ? bits : EVERYTHING;
}
