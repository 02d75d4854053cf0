import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { SlackMessage } from "./payloads.ts";
import type { Taking } from "./receive.ts";

const History = z.object({ messages: z.array(SlackMessage).default([]) });

type Deps = Pick<Taking, "web" | "log">;

/** Reads one message. Undefined when it is not accessible, e.g. because a scope is missing. */
export function readMessage(
  ts: string,
  conversation: Conversation,
  deps: Deps,
  signal?: AbortSignal,
): Promise<SlackMessage | undefined> {
  return read(ts, conversation, deps, (method, place) => deps.web.call(method, place, History, signal));
}

/** The same without waiting for a rate limit to pass, which can take minutes: `later` while it is used up. */
export async function readMessageNow(
  ts: string,
  conversation: Conversation,
  deps: Deps,
): Promise<SlackMessage | "later" | undefined> {
  try {
    return await read(ts, conversation, deps, (method, place) => deps.web.callOrDrop(method, place, History));
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure !== "rate_limited") throw error;
    deps.log.info({ err: error }, "a message could not be read in time");
    return "later";
  }
}

async function read(
  ts: string,
  { channel, thread }: Conversation,
  { log }: Pick<Deps, "log">,
  ask: (method: string, place: Readonly<Record<string, unknown>>) => Promise<z.infer<typeof History>>,
): Promise<SlackMessage | undefined> {
  const place = { channel, latest: ts, oldest: ts, inclusive: true, limit: 1 };
  try {
    const { messages } = await (thread === undefined
      ? ask("conversations.history", place)
      : ask("conversations.replies", { ...place, ts: thread }));
    return messages.find((message) => message.ts === ts);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    log.info({ err: error }, "a message could not be read");
    return undefined;
  }
}
