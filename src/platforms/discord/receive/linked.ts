import { Routes } from "discord.js";
import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Linked, LinkReader, Platform } from "../../../core/chat/platform.ts";
import { REQUEST_FILES } from "../../../lib/limits.ts";
import type { MemberLimit, MemberShares } from "../../../lib/minute-limit.ts";
import { attachmentOf } from "./files.ts";
import { channelIdOf } from "../people/places.ts";
import { isThread, mayRead, type Looking } from "../people/visibility.ts";
import { unlessUnseen } from "../connect/errors.ts";

/**
 * Links that are followed per minute. A member needs enough for one request. A server stays far below the 10,000 refusals in 10
 * minutes after which Discord blocks Easel's address for all servers.
 */
export const DISCORD_LINKS: MemberShares = { member: REQUEST_FILES, workspace: 3 * REQUEST_FILES };

/** The format of “Copy Message Link”. `@me` stands for direct messages. */
const LINK =
  /^https:\/\/(?:(?:www|ptb|canary)\.)?discord(?:app)?\.com\/channels\/(@me|\d{17,20})\/(\d{17,20})\/(\d{17,20})\/?$/;

const Files = z.array(
  z.object({
    url: z.string(),
    filename: z.string(),
    title: z.string().nullish(),
    content_type: z.string().nullish(),
    size: z.number(),
  }),
);
const Shown = z.object({
  id: z.string(),
  author: z.object({ id: z.string() }),
  attachments: Files,
  message_snapshots: z.array(z.object({ message: z.object({ attachments: Files.default([]) }) })).default([]),
});

export interface LinkedDeps extends Looking {
  readonly mayFollow: MemberLimit;
  readonly ownId: () => Promise<string>;
  /** Whether the bot can read messages that don't mention it. */
  readonly seesContent: () => boolean;
}

/** See `Platform.linked`. */
export async function linked(
  deps: LinkedDeps,
  link: string,
  { conversation, userId }: LinkReader,
  signal?: AbortSignal,
): Promise<Linked> {
  const [, guild, channelId, messageId] = LINK.exec(link) ?? [];
  if (guild === undefined || channelId === undefined || messageId === undefined) return { kind: "no_message" };
  const isHere = channelId === channelIdOf(conversation);
  if (guild === "@me" ? !isHere : guild !== conversation.workspace) return { kind: "elsewhere" };
  if (!deps.mayFollow(conversation.workspace, userId)) return { kind: "too_many", max: DISCORD_LINKS.member };
  const place = await readable(deps, { conversation, channelId, userId }, signal);
  if (!place) return { kind: "unseen" };
  const route = Routes.channelMessage(channelId, messageId);
  const found = await unlessUnseen(() => deps.rest.get(route, signal ? { signal } : {}), signal);
  if (found === undefined) return { kind: "unseen" };
  const { id, author, attachments, message_snapshots: forwarded } = Shown.parse(found);
  const files = [...attachments, ...forwarded.flatMap(({ message }) => message.attachments)];
  const own = author.id === (await deps.ownId());
  return {
    kind: "message",
    target: {
      message: { conversation: place, id },
      attachments: files.map(({ url, filename, title, content_type, size }) =>
        attachmentOf({ url, name: filename, title: title ?? null, contentType: content_type ?? null, size }),
      ),
      own,
      complete: own || deps.seesContent() || files.length > 0,
    },
  };
}

/** The conversation of a channel, if this person may read it. The server comes from Discord's answer, not from the link. */
async function readable(
  looking: Looking,
  { conversation, channelId, userId }: LinkReader & { readonly channelId: string },
  signal: AbortSignal | undefined,
): Promise<Conversation | undefined> {
  const channel = await looking.findChannel(channelId, signal);
  if (!channel) return undefined;
  const { workspace } = conversation;
  // A direct message is readable only from within that same direct message.
  if (!channel.guild_id) return channelId === channelIdOf(conversation) ? conversation : undefined;
  if (channel.guild_id !== workspace) return undefined;
  if (!(await mayRead(looking, { guild: workspace, channel, userId }, signal))) return undefined;
  const base = { platform: "discord", workspace } as const;
  return isThread(channel)
    ? { ...base, channel: channel.parent_id ?? channelId, thread: channelId }
    : { ...base, channel: channelId };
}

/** How many channels' servers are remembered. A channel never moves to another server. */
const DISCORD_LINKED_CHANNELS = 1_000;

/** See `Platform.linkTo`. Asks Discord once for each channel whether it is in a server or a direct message. */
export function createLinkTo({ findChannel }: Pick<Looking, "findChannel">): Platform["linkTo"] {
  const places = new Map<string, string>();
  return async ({ conversation, id }) => {
    const channelId = channelIdOf(conversation);
    let place = places.get(channelId);
    if (place === undefined) {
      const channel = await findChannel(channelId);
      if (!channel) return undefined;
      place = channel.guild_id ?? "@me";
      places.set(channelId, place);
      const [oldest] = places.keys();
      if (places.size > DISCORD_LINKED_CHANNELS && oldest !== undefined) places.delete(oldest);
    }
    return `https://discord.com/channels/${place}/${channelId}/${id}`;
  };
}
