import { PermissionFlagsBits } from "discord.js";
import { discordTexts, type DiscordPermission } from "../../../text/render/discord.ts";
import type { Locale } from "../../../lib/locale.ts";

/** What results need in a channel: to be posted as replies, with files. */
const NEEDED = ["ViewChannel", "SendMessages", "AttachFiles", "ReadMessageHistory"] as const;
const NEEDED_IN_THREADS = ["ViewChannel", "SendMessagesInThreads", "AttachFiles", "ReadMessageHistory"] as const;

/** Everything that Easel needs in a server, for the link by which it is invited. */
const INVITED_WITH: bigint = [...new Set<DiscordPermission>([...NEEDED, ...NEEDED_IN_THREADS])].reduce(
  (bits, name) => bits | PermissionFlagsBits[name],
  0n,
);

/** The sentence that names what Easel lacks in a channel to post there; undefined when it lacks nothing. */
export function missingText(
  permissions: { has(permission: bigint): boolean },
  place: { readonly isThread: boolean },
  locale: Locale,
): string | undefined {
  const texts = discordTexts(locale);
  const missing = (place.isThread ? NEEDED_IN_THREADS : NEEDED).filter(
    (name) => !permissions.has(PermissionFlagsBits[name]),
  );
  if (missing.length === 0) return undefined;
  return texts.missing(missing.map((name) => `**${texts.permissions[name]}**`).join(", "));
}

/** The address at which someone who manages a server adds Easel to it, with the least permissions. */
export function inviteLink(applicationId: string): string {
  const url = new URL("https://discord.com/oauth2/authorize");
  url.search = new URLSearchParams({
    client_id: applicationId,
    scope: "bot applications.commands",
    permissions: String(INVITED_WITH),
  }).toString();
  return url.href;
}
