import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Locale } from "../../../lib/locale.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { unlessUnseen } from "../connect/errors.ts";
import { findMember, getServer, permissionsIn } from "./members.ts";
import { missingIn } from "./permissions.ts";
import { isThread, withOverwrites, type Looking } from "./visibility.ts";

/**
 * What Easel lacks to post in a server's conversation. Empty for direct messages, and for a thread that is gone. Rejects with a
 * `PlatformError`.
 */
export async function problemsIn(
  { rest, findChannel }: Looking,
  { workspace, channel: parent, thread }: Conversation,
  ownId: () => Promise<string>,
  locale: Locale,
): Promise<readonly string[]> {
  const texts = discordTexts(locale);
  // Concurrently, so that checks of several channels share the calls about the server.
  const [channel, server, member] = await Promise.all([
    findChannel(parent),
    unlessUnseen(() => getServer(rest, workspace)),
    ownId().then((own) => findMember(rest, workspace, own)),
  ]);
  if (!channel) return [texts.unseen];
  if (!channel.guild_id) return [];
  if (!server || !member) return [texts.unseen];
  const inThread = thread === undefined ? undefined : await findChannel(thread);
  const may = withOverwrites(permissionsIn(server, member), channel.permission_overwrites ?? [], workspace, member);
  const place = inThread && isThread(inThread) ? "thread" : channel.type;
  const missing = missingIn({ has: (permission) => (may & permission) === permission }, place);
  return missing.length === 0 ? [] : [texts.lacks(missing.map((name) => texts.permissions[name]))];
}
