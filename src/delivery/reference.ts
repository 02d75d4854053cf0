import type { MessageRef } from "../chat/conversation.ts";
import type { Batch } from "../job/store.ts";

/** The message that asked for the batch, as what to reply to; nothing where the platform has none. */
export function requestMessageOf(batch: Batch): { replyTo?: MessageRef } {
  if (batch.requestMessage === undefined) return {};
  return { replyTo: { conversation: batch.conversation, id: batch.requestMessage } };
}

const SHORT_KINDS: Readonly<Record<string, string>> = {
  notice: "n",
  result: "r",
  undo: "u",
  direct: "d",
  approval: "a",
  "approval-here": "h",
};

/** The key of a post for all time: 22 characters of the batch's id and a few for the kind, within every platform's limit. */
export function postKey(batchId: string, kind: string): string {
  const id = Buffer.from(batchId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}${SHORT_KINDS[kind] ?? `l${kind.slice("late-".length)}`}`;
}
