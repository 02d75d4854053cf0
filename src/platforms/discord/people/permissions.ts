import { PermissionFlagsBits } from "discord.js";
import { discordTexts, type DiscordPermission } from "../../../text/render/discord.ts";
import type { Locale } from "../../../lib/locale.ts";

/** Permissions that Easel needs in a channel to post results as replies with files. */
const NEEDED = ["ViewChannel", "SendMessages", "AttachFiles", "ReadMessageHistory"] as const;
const NEEDED_IN_THREADS = ["ViewChannel", "SendMessagesInThreads", "AttachFiles", "ReadMessageHistory"] as const;

/** All permissions that Easel asks for in its invitation link. */
const INVITED_WITH: bigint = [...new Set<DiscordPermission>([...NEEDED, ...NEEDED_IN_THREADS])].reduce(
  (bits, name) => bits | PermissionFlagsBits[name],
  0n,
);

/** The sentence that names the permissions Easel lacks to post in a channel. Undefined when it has them all. */
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
