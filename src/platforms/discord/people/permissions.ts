import { PermissionFlagsBits, type Channel } from "discord.js";
import { discordTexts, type DiscordPermission } from "../../../text/render/discord.ts";
import type { Locale } from "../../../lib/locale.ts";
import { JOINED } from "./visibility.ts";

/** Permissions that Easel needs in a channel to post results as replies with files. */
const NEEDED = ["ViewChannel", "SendMessages", "AttachFiles", "ReadMessageHistory"] as const;
const NEEDED_IN_THREADS = ["ViewChannel", "SendMessagesInThreads", "AttachFiles", "ReadMessageHistory"] as const;
/** A voice channel's messages also need `Connect`: https://docs.discord.com/developers/resources/message#get-channel-messages */
const NEEDED_IN_VOICE = [...NEEDED, "Connect"] as const;

/** All permissions that Easel asks for in its invitation link. Everyone may connect to a voice channel that is not locked. */
const INVITED_WITH: bigint = [...new Set<DiscordPermission>([...NEEDED, ...NEEDED_IN_THREADS])].reduce(
  (bits, name) => bits | PermissionFlagsBits[name],
  0n,
);

/** The sentence that names the permissions Easel lacks to post in a channel. Undefined when it has them all. */
export function missingText(
  permissions: { has(permission: bigint): boolean },
  channel: Channel | null,
  locale: Locale,
): string | undefined {
  const texts = discordTexts(locale);
  const missing = neededIn(channel).filter((name) => !permissions.has(PermissionFlagsBits[name]));
  if (missing.length === 0) return undefined;
  return texts.missing(missing.map((name) => `**${texts.permissions[name]}**`).join(", "));
}

function neededIn(channel: Channel | null): readonly DiscordPermission[] {
  if (channel === null) return NEEDED;
  if (channel.isThread()) return NEEDED_IN_THREADS;
  return JOINED.has(channel.type) ? NEEDED_IN_VOICE : NEEDED;
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
