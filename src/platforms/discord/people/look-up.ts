import { Routes } from "discord.js";
import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Named, NamedKind } from "../../../core/chat/platform.ts";
import { asPlatformError, unlessUnseen } from "../connect/errors.ts";
import { isId } from "../connect/ids.ts";
import { findMember, Member, memberOf, type ServerMember } from "./members.ts";
import type { Reads } from "./share-reads.ts";

const Roles = z.array(z.object({ id: z.string(), name: z.string() }));
const Channel = z.object({ id: z.string(), name: z.string().nullish(), guild_id: z.string().nullish() });

/** How many members a search by name prefix returns. The exact match is picked from them. */
const FOUND_MEMBERS = 20;

/** How Discord writes mentions in text: https://docs.discord.com/developers/reference#message-formatting */
const MENTION: Record<NamedKind, RegExp> = {
  person: /^<@!?(\d{17,20})>$/,
  role: /^<@&(\d{17,20})>$/,
  channel: /^<#(\d{17,20})>$/,
};

/** See `Platform.lookUp`. Reveals nothing about other servers. */
export async function lookUp(
  rest: Reads,
  { workspace }: Conversation,
  kind: NamedKind,
  given: string,
): Promise<Named | undefined> {
  if (!isId(workspace)) return undefined;
  const text = given.trim();
  const id = MENTION[kind].exec(text)?.[1] ?? (isId(text) ? text : undefined);
  const name = text.replace(/^[@#]/, "").toLowerCase();
  if (name === "") return undefined;
  switch (kind) {
    case "person":
      return id === undefined ? personNamed(rest, workspace, name) : personWith(rest, workspace, id);
    case "role": {
      const roles = Roles.parse(await asPlatformError(() => rest.get(Routes.guildRoles(workspace))));
      const called = (role: Named): boolean => role.name.replace(/^@/, "").toLowerCase() === name;
      return onlyOne(roles.filter((role) => (id === undefined ? called(role) : role.id === id)));
    }
    case "channel": {
      if (id !== undefined) return channelWith(rest, workspace, id);
      const channels = z.array(Channel).parse(await asPlatformError(() => rest.get(Routes.guildChannels(workspace))));
      return onlyOne(channels.map(channelOf).filter((channel) => channel.name.toLowerCase() === name));
    }
  }
}

async function personWith(rest: Reads, guild: string, id: string): Promise<Named | undefined> {
  const member = await findMember(rest, guild, id);
  return member && personOf(member);
}

async function personNamed(rest: Reads, guild: string, name: string): Promise<Named | undefined> {
  const query = new URLSearchParams({ query: name, limit: String(FOUND_MEMBERS) });
  const found = z
    .array(Member)
    .parse(await asPlatformError(() => rest.get(Routes.guildMembersSearch(guild), { query })));
  const called = found.filter(({ nick, user }) =>
    [nick, user.username, user.global_name].some((one) => one?.toLowerCase() === name),
  );
  return onlyOne(called.map((member) => personOf(memberOf(member, guild))));
}

async function channelWith(rest: Reads, guild: string, id: string): Promise<Named | undefined> {
  const found = await unlessUnseen(() => rest.get(Routes.channel(id)));
  const channel = found === undefined ? undefined : Channel.parse(found);
  return channel?.guild_id === guild ? channelOf(channel) : undefined;
}

function personOf({ userId, displayName, roles }: ServerMember): Named {
  return { id: userId, name: displayName, roles };
}

function channelOf({ id, name }: z.infer<typeof Channel>): Named {
  return { id, name: name ?? id };
}

function onlyOne(found: readonly Named[]): Named | undefined {
  const [first] = found;
  return found.length === 1 ? first : undefined;
}
