import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Locale } from "../../../lib/locale.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import { SCOPES } from "../commands/app-manifest.ts";
import { askMembership } from "./channel-members.ts";
import type { Taking } from "../receive/receive.ts";

/** A header of each response names the token's scopes. The library adds them to the answer: https://docs.slack.dev/authentication/tokens */
const Granted = z.object({ response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional() });

/** The scopes of the manifest that the bot's token lacks, for an admin to read. Rejects with a `PlatformError`. */
export async function missingScopes({ web }: Pick<Taking, "web">, locale: Locale): Promise<readonly string[]> {
  const { response_metadata: metadata } = await web.call("auth.test", {}, Granted);
  const granted = metadata?.scopes;
  const missing = granted === undefined ? [] : SCOPES.filter((scope) => !granted.includes(scope));
  return missing.length === 0
    ? []
    : [slackTextsFor(locale).missingScopes(missing.map((scope) => `\`${scope}\``).join(", "))];
}

/**
 * Asks Slack what keeps Easel from posting in a conversation. Reports nothing for an archived channel, where nobody can post. Rejects with
 * a `PlatformError`.
 */
export async function problemsIn(
  { web, identity }: Pick<Taking, "web" | "identity">,
  { channel }: Conversation,
  locale: Locale,
): Promise<readonly string[]> {
  if ((await askMembership(web, channel)) !== "invite") return [];
  return [slackTextsFor(locale).notIn((await identity()).botName)];
}
