import type { Invocation } from "../invocation.ts";
import { createHash } from "node:crypto";
import type { MessageRef } from "../../core/chat/conversation.ts";
import type { CommandContext } from "../command.ts";

/** Is it to come to its member alone? In a direct message everything does. */
export function wantsPrivacy({ options, isDirect }: Partial<Pick<Invocation, "options" | "isDirect">>): boolean {
  return options?.["private"] === true && isDirect !== true;
}

/** The message that tells a member alone, before anything is spent, that something is to come: it comes in reply to that. */
export async function directFor(
  { key, conversation, actor }: Pick<Invocation, "key" | "conversation" | "actor">,
  { platform, texts }: CommandContext,
): Promise<MessageRef | undefined> {
  if (!platform.capabilities.direct) return undefined;
  // The same when the same event comes again.
  const postKey = createHash("sha256").update(`direct ${key}`).digest("base64url").slice(0, 32);
  return platform.direct(conversation, actor.userId, { text: texts.presets.directHello }, postKey);
}
