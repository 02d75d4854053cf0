import type { Invocation } from "../invocation.ts";
import { createHash } from "node:crypto";
import type { MessageRef } from "../../core/chat/conversation.ts";
import type { CommandContext } from "../command.ts";

/** Whether the result is for its member only. In a direct message every result is. */
export function wantsPrivacy({ options, isDirect }: Partial<Pick<Invocation, "options" | "isDirect">>): boolean {
  return options?.["private"] === true && isDirect !== true;
}

/** Sends the member the direct message that announces the result, before anything is spent. The result replies to it. */
export async function directFor(
  { key, conversation, actor }: Pick<Invocation, "key" | "conversation" | "actor">,
  { platform, texts }: CommandContext,
): Promise<MessageRef | undefined> {
  if (!platform.capabilities.direct) return undefined;
  // Deterministic, so that a redelivered event finds the same message.
  const postKey = createHash("sha256").update(`direct ${key}`).digest("base64url").slice(0, 32);
  return platform.direct(conversation, actor.userId, { text: texts.presets.directHello }, postKey);
}
