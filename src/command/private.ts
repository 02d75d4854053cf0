import { createHash } from "node:crypto";
import type { Conversation } from "../chat/conversation.ts";
import type { CommandContext, Invocation } from "./command.ts";

/** Is it to come to its member alone? In a direct message everything does. */
export function wantsPrivacy({ options, isDirect }: Partial<Pick<Invocation, "options" | "isDirect">>): boolean {
  return options?.["private"] === true && isDirect !== true;
}

/** The conversation with a member alone, where they have been told that something is to come; before anything is spent. */
export async function directFor(
  { key, conversation, actor }: Pick<Invocation, "key" | "conversation" | "actor">,
  { platform, texts }: CommandContext,
): Promise<Conversation | undefined> {
  if (!platform.capabilities.direct) return undefined;
  // The same when the same event comes again.
  const postKey = createHash("sha256").update(`direct ${key}`).digest("base64url").slice(0, 32);
  return platform.direct(conversation, actor.userId, { text: texts.presets.directHello }, postKey);
}
