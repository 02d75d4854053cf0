import { ChannelType, PermissionFlagsBits, Routes } from "discord.js";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { unlessUnseen } from "../connect/errors.ts";
import type { FindChannel, GuildChannel, Overwrite } from "./channels.ts";
import { EVERYTHING, findMember, getServer, permissionsIn, type ServerMember } from "./members.ts";
import type { Reads } from "./share-reads.ts";

const THREADS: ReadonlySet<number> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);
const PRIVATE_THREAD: number = ChannelType.PrivateThread;
const READING = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;
/** Channels whose messages are only for people who may join them. A locked voice channel is still visible. */
export const JOINED: ReadonlySet<number> = new Set([ChannelType.GuildVoice, ChannelType.GuildStageVoice]);

/** How the channels of servers are looked up. */
export interface Looking {
  readonly rest: Reads;
  readonly findChannel: FindChannel;
}

export function isThread({ type }: Pick<GuildChannel, "type">): boolean {
  return THREADS.has(type);
}

/**
 * Whether a person may read a channel of a server. Easel must not reveal anything from channels that they can't read.
 */
export async function mayRead(
  { rest, findChannel }: Looking,
  { guild, channel, userId }: { readonly guild: string; readonly channel: GuildChannel; readonly userId: string },
  signal?: AbortSignal,
): Promise<boolean> {
  // Threads inherit their channel's permissions.
  const parent = isThread(channel) ? await findChannel(channel.parent_id ?? "0", signal) : channel;
  if (!parent) return false;
  const [member, server] = await Promise.all([
    findMember(rest, guild, userId, signal),
    unlessUnseen(() => getServer(rest, guild, signal), signal),
  ]);
  if (!member || !server) return false;
  const may = withOverwrites(permissionsIn(server, member), parent.permission_overwrites ?? [], guild, member);
  const needed = JOINED.has(parent.type) ? READING | PermissionFlagsBits.Connect : READING;
  if ((may & needed) !== needed) return false;
  if (channel.type !== PRIVATE_THREAD || (may & PermissionFlagsBits.ManageThreads) !== 0n) return true;
  const route = Routes.threadMembers(channel.id, userId);
  return (await unlessUnseen(() => rest.get(route, signal ? { signal } : {}), signal)) !== undefined;
}

/**
 * See `Platform.mayRead`. Checks permissions for a server's channel or thread, and the participants for direct
 * messages.
 */
export async function mayReadConversation(
  looking: Looking,
  { workspace, channel: parent, thread }: Conversation,
  userId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const channel = await looking.findChannel(thread ?? parent, signal);
  if (!channel) return false;
  if (!channel.guild_id) return (channel.recipients ?? []).some(({ id }) => id === userId);
  return channel.guild_id === workspace && mayRead(looking, { guild: workspace, channel, userId }, signal);
}

/**
 * Applies overwrites in Discord's order: https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export function withOverwrites(
  base: bigint,
  overwrites: readonly Overwrite[],
  guild: string,
  { userId, roles }: ServerMember,
): bigint {
  if (base === EVERYTHING) return EVERYTHING;
  const groups = [[guild], roles.filter((id) => id !== guild), [userId]];
  return groups.reduce((bits, group) => {
    const said = overwrites.filter(({ id }) => group.includes(id));
    const deny = said.reduce((all, one) => all | one.deny, 0n);
    const allow = said.reduce((all, one) => all | one.allow, 0n);
    return (bits & ~deny) | allow;
  }, base);
}
