import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { SlackMessage } from "./payloads.ts";
import type { Taking } from "./receive.ts";

const History = z.object({ messages: z.array(SlackMessage).default([]) });

/** Reads one message. Undefined when it is not accessible, e.g. because a scope is missing. */
export async function readMessage(
  ts: string,
  { channel, thread }: Conversation,
  { web, log }: Pick<Taking, "web" | "log">,
  signal?: AbortSignal,
): Promise<SlackMessage | undefined> {
  const place = { channel, latest: ts, oldest: ts, inclusive: true, limit: 1 };
  try {
    const { messages } = await web.call(
      thread === undefined ? "conversations.history" : "conversations.replies",
      thread === undefined ? place : { ...place, ts: thread },
      History,
      signal,
    );
    return messages.find((message) => message.ts === ts);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    log.info({ err: error }, "a message could not be read");
    return undefined;
  }
}
