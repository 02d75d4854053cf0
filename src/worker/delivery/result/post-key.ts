import type { MessageRef } from "../../../core/chat/conversation.ts";
import type { Batch } from "../../../core/job/job-store.ts";
import { lateOf } from "./late.ts";

/** The message to reply to: the one that requested the batch, if the platform has it. */
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

/** Letters for the first, second … late post, which no other kind uses. No job has that many late posts. */
const LATE_LETTERS = "lmopqstvwxyz";

/** A batch's id in a key: 16 bytes in base64. */
const KEY_ID_LENGTH = 22;

/** The permanent key of a post: 22 characters of the batch's id and a few for the kind, within every platform's limit. */
export function postKey(batchId: string, kind: string): string {
  const id = Buffer.from(batchId.replaceAll("-", ""), "hex").toString("base64url");
  const late = lateOf(kind);
  if (late) return `${id}${LATE_LETTERS[Math.min(late.nth, LATE_LETTERS.length) - 1]}${late.ordinal}`;
  return `${id}${SHORT_KINDS[kind] ?? kind}`;
}

/** The batch and the kind of the post with this key; each late post is `late`. */
export function readPostKey(key: string): { readonly batchId: string; readonly kind: string } {
  const hex = Buffer.from(key.slice(0, KEY_ID_LENGTH), "base64url").toString("hex");
  const short = key.slice(KEY_ID_LENGTH);
  const [kind = "late"] = Object.entries(SHORT_KINDS).find(([, value]) => value === short) ?? [];
  return { batchId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"), kind };
}
