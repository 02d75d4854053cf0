import { hash } from "node:crypto";
import { parse } from "node:path";
import { EVERYONE_BITS, PERMISSIONS } from "./world.ts";
import type { FakeChannel, FakeFile, FakeGuild, FakeMessage, FakeRole, FakeUser, World } from "./world.ts";

/** Objects in Discord's JSON format. */
export type Json = Record<string, unknown>;

const CHANNEL_TYPES = { text: 0, dm: 1, voice: 2, thread: 11, forum: 15 } as const;
const PRIVATE_THREAD = 12;
const LOADING = 1 << 7;

export interface RenderContext {
  readonly world: World;
  readonly cdnUrl: () => string;
}

export function renderUser(user: FakeUser): Json {
  return {
    id: user.id,
    username: user.username,
    global_name: user.globalName,
    discriminator: "0",
    avatar: null,
    bot: user.bot,
    public_flags: 0,
  };
}

export function renderMember(guild: FakeGuild, user: FakeUser): Json {
  const member = guild.members.get(user.id);
  const roles = member?.roles ?? [];
  const permissions = roles.reduce(
    (bits, id) => bits | (guild.roles.get(id)?.permissions ?? 0n),
    member?.permissions ?? 0n,
  );
  return {
    user: renderUser(user),
    nick: member?.nick ?? null,
    roles,
    joined_at: "2025-01-01T00:00:00.000000+00:00",
    communication_disabled_until: member?.timedOutUntil ?? null,
    deaf: false,
    mute: false,
    flags: 0,
    permissions: String(permissions),
  };
}

export function renderChannel(channel: FakeChannel): Json {
  const type = channel.threadMembers ? PRIVATE_THREAD : CHANNEL_TYPES[channel.kind];
  const base = { id: channel.id, type, name: channel.name, flags: 0 };
  if (channel.kind === "dm") {
    return { id: channel.id, type: 1, flags: 0, recipients: channel.recipient ? [renderUser(channel.recipient)] : [] };
  }
  const inGuild = { ...base, guild_id: channel.guild?.id, parent_id: channel.parent?.id ?? null };
  const denied = EVERYONE_BITS & ~(channel.botPermissions | (channel.kind === "voice" ? 0n : PERMISSIONS.Connect));
  const ofBot = { id: channel.guild?.members.keys().next().value, type: 1, allow: "0", deny: String(denied) };
  const others = channel.overwrites.map(({ id, allow, deny }) => ({
    id,
    type: channel.guild?.members.has(id) ? 1 : 0,
    allow: String(allow),
    deny: String(deny),
  }));
  const overwrites = [ofBot, ...others];
  if (channel.kind !== "thread") return { ...inGuild, position: 0, permission_overwrites: overwrites };
  return {
    ...inGuild,
    thread_metadata: {
      archived: channel.isArchived,
      locked: channel.isLocked,
      auto_archive_duration: 60,
      archive_timestamp: "2025-01-01T00:00:00Z",
    },
    member: { flags: 0, join_timestamp: "2025-01-01T00:00:00Z" },
    owner_id: channel.guild?.ownerId,
    message_count: 0,
    member_count: 1,
  };
}

export function renderRoles(guild: FakeGuild): Json[] {
  const everyone: FakeRole = { name: "@everyone", permissions: EVERYONE_BITS };
  return [[guild.id, everyone] as const, ...guild.roles].map(([id, { name, permissions, botId }], position) => ({
    id,
    name,
    permissions: String(permissions),
    position,
    color: 0,
    hoist: false,
    managed: botId !== undefined,
    ...(botId === undefined ? {} : { tags: { bot_id: botId } }),
  }));
}

export function renderGuild(guild: FakeGuild, world: World): Json {
  const channels = [...world.channels.values()].filter((channel) => channel.guild === guild);
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    premium_tier: guild.premiumTier,
    roles: renderRoles(guild),
    emojis: [],
    stickers: [],
    features: [],
    members: [...guild.members.values()].slice(0, 1).map(({ user }) => renderMember(guild, user)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    channels: channels.filter((channel) => channel.kind !== "thread").map(renderChannel),
    threads: channels.filter((channel) => channel.kind === "thread").map(renderChannel),
    member_count: guild.members.size,
    joined_at: "2025-01-01T00:00:00.000000+00:00",
    preferred_locale: "en-US",
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
    system_channel_flags: 0,
    afk_timeout: 300,
  };
}

export function renderFile(file: FakeFile, { cdnUrl }: RenderContext): Json {
  const folder = file.ephemeral ? "ephemeral-attachments" : "attachments";
  const name = nameOf(file);
  const url = `${cdnUrl()}/${folder}/${file.channelId}/${file.id}/${encodeURIComponent(name.filename)}?ex=1&is=1&hm=1`;
  return {
    id: file.id,
    ...name,
    size: file.content.length,
    url,
    proxy_url: url,
    ...(file.contentType === undefined ? {} : { content_type: file.contentType }),
    ...(file.description === undefined ? {} : { description: file.description }),
  };
}

/** Replaces a name with characters beyond ASCII. The title keeps it, without the extension: https://github.com/discord/discord-api-docs/pull/6945 */
function nameOf({ id, filename }: FakeFile): { readonly filename: string; readonly title?: string } {
  if (/^[\x20-\x7e]*$/.test(filename)) return { filename };
  const { name, ext } = parse(filename);
  return { filename: `${hash("sha1", id).slice(0, 16)}${ext}`, title: name };
}

/** `full`: false omits what Discord hides from bots without the message content intent. */
export function renderMessage(message: FakeMessage, context: RenderContext, full = true): Json {
  const { channel } = message;
  const target = message.replyTo === undefined ? undefined : channel.messages.get(message.replyTo);
  const shows = full || isOpen(message, context.world.bot);
  return {
    id: message.id,
    type: message.interaction ? 20 : message.replyTo === undefined ? 0 : 19,
    channel_id: channel.id,
    author: renderUser(message.author),
    content: shows ? message.content : "",
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    pinned: false,
    mention_everyone: message.pings.includes("everyone"),
    mentions: message.mentions.flatMap((id) => {
      const user = context.world.users.get(id);
      return user ? [renderUser(user)] : [];
    }),
    mention_roles: [...message.content.matchAll(/<@&(\d+)>/g)].flatMap(([, id]) => id ?? []),
    attachments: shows ? message.attachments.map((file) => renderFile(file, context)) : [],
    embeds: [],
    components: shows ? message.components : [],
    flags: message.flags,
    ...(message.interaction
      ? {
          interaction_metadata: {
            id: message.interaction.id,
            type: 2,
            user: renderUser(message.interaction.user),
            authorizing_integration_owners: {},
          },
          application_id: context.world.bot.id,
        }
      : {}),
    ...(message.replyTo === undefined
      ? {}
      : {
          message_reference: { type: 0, channel_id: channel.id, message_id: message.replyTo },
          referenced_message: target ? renderMessage({ ...target, replyTo: undefined }, context, full) : null,
        }),
    ...(message.forwarded
      ? {
          message_reference: { type: 1, channel_id: channel.id, message_id: "100000000000000000" },
          message_snapshots: [
            {
              message: {
                type: 0,
                content: shows ? message.forwarded.content : "",
                attachments: shows ? message.forwarded.attachments.map((file) => renderFile(file, context)) : [],
                embeds: [],
                mentions: [],
                components: [],
                timestamp: new Date(message.createdAt).toISOString(),
                edited_timestamp: null,
                flags: 0,
              },
            },
          ],
        }
      : {}),
  };
}

/** Whether it still shows “is thinking…”. */
export function isLoading(message: FakeMessage): boolean {
  return (message.flags & LOADING) !== 0;
}

/** Whether bots without the message content intent can see it. */
function isOpen(message: FakeMessage, bot: FakeUser): boolean {
  return message.author === bot || message.channel.kind === "dm" || message.mentions.includes(bot.id);
}
