import { ChannelType, PermissionFlagsBits, type Channel } from "discord.js";
import { discordTexts, type DiscordPermission } from "../../../text/render/discord.ts";
import type { Locale } from "../../../lib/locale.ts";
import { JOINED } from "./visibility.ts";

/** Permissions that Easel needs in a channel to post results as replies with files. */
const NEEDED = ["ViewChannel", "SendMessages", "AttachFiles", "ReadMessageHistory"] as const;
const NEEDED_IN_THREADS = ["ViewChannel", "SendMessagesInThreads", "AttachFiles", "ReadMessageHistory"] as const;
/** A voice channel's messages also need `Connect`: https://docs.discord.com/developers/resources/message#get-channel-messages */
const NEEDED_IN_VOICE = [...NEEDED, "Connect"] as const;

/** In these channels, all messages are in posts, which are threads. */
const POSTS_ONLY: ReadonlySet<number> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);

/**
 * All permissions in Easel's invitation link. `Connect` is left out, because everyone may connect to a voice channel that is not
 * locked.
 */
const INVITED_WITH: bigint = [...new Set<DiscordPermission>([...NEEDED, ...NEEDED_IN_THREADS])].reduce(
  (bits, name) => bits | PermissionFlagsBits[name],
  0n,
);

/** The sentence that says why Easel can't post in a channel at the moment. Undefined when it can. */
export function unableText(
  permissions: { has(permission: bigint): boolean },
  channel: Channel | null,
  locale: Locale,
): string | undefined {
  const isLocked = channel?.isThread() === true && channel.archived === true && channel.locked === true;
  if (isLocked && !permissions.has(PermissionFlagsBits.ManageThreads)) return discordTexts(locale).locked;
  return missingText(permissions, channel, locale);
}

/** The sentence that names the permissions Easel lacks to post in a channel. Undefined when it has them all. */
export function missingText(
  permissions: { has(permission: bigint): boolean },
  channel: Channel | null,
  locale: Locale,
): string | undefined {
  const texts = discordTexts(locale);
  const missing = missingIn(permissions, channel?.isThread() ? "thread" : channel?.type);
  if (missing.length === 0) return undefined;
  return texts.missing(missing.map((name) => texts.permissions[name]));
}

/** The permissions that Easel lacks to post in a thread, or in a channel of that type. */
export function missingIn(
  permissions: { has(permission: bigint): boolean },
  place: "thread" | number | undefined,
): readonly DiscordPermission[] {
  return neededIn(place).filter((name) => !permissions.has(PermissionFlagsBits[name]));
}

function neededIn(place: "thread" | number | undefined): readonly DiscordPermission[] {
  if (place === undefined) return NEEDED;
  if (place === "thread" || POSTS_ONLY.has(place)) return NEEDED_IN_THREADS;
  return JOINED.has(place) ? NEEDED_IN_VOICE : NEEDED;
}

/** The link with which a server manager adds Easel, with the fewest permissions. */
export function inviteLink(applicationId: string): string {
  const url = new URL("https://discord.com/oauth2/authorize");
  url.search = new URLSearchParams({
    client_id: applicationId,
    scope: "bot applications.commands",
    permissions: String(INVITED_WITH),
  }).toString();
  return url.href;
}
