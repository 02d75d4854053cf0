import type { Invocation, Making } from "../invocation.ts";
import { createHash } from "node:crypto";
import { DAY_MS } from "../../lib/limits.ts";
import type { MessageRef } from "../../core/chat/conversation.ts";
import type { CommandContext } from "../command.ts";

/** Whether the result is for its member only. In a direct message every result is. */
export function wantsPrivacy({ options, isDirect }: Partial<Pick<Invocation, "options" | "isDirect">>): boolean {
  return options?.["private"] === true && isDirect !== true;
}

/**
 * Sends the member the direct message that announces the result, before anything is spent. The result replies to it. On platforms
 * where direct messages always get through, one message a day announces all private results, so that refused requests don't use
 * up the budget of messages.
 */
export async function directFor(
  { key, conversation, actor, signal }: Pick<Making, "key" | "conversation" | "actor" | "signal">,
  { platform, texts, clock }: CommandContext,
): Promise<MessageRef | undefined> {
  const { direct, membersRefuseDirect } = platform.capabilities;
  if (!direct) return undefined;
  const day = [conversation.platform, conversation.workspace, actor.userId, Math.floor(clock.now() / DAY_MS)];
  const what = membersRefuseDirect ? key : JSON.stringify(day);
  // Deterministic, so that a redelivered event finds the same message.
  const postKey = createHash("sha256").update(`direct ${what}`).digest("base64url").slice(0, 32);
  return platform.direct(conversation, actor.userId, { text: texts.presets.directHello }, postKey, signal);
}
