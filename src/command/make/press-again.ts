import { encodeConversation } from "../../core/chat/conversation.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import { escapeText } from "../../core/chat/message.ts";
import { hasEnded } from "../../core/job/job.ts";
import type { ListedBatch } from "../../core/job/job-store.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import type { CommandContext } from "../command.ts";
import { resultMessageOf } from "../form/form-subject.ts";
import { postedMessage, readerOf } from "../jobs/posted-message.ts";
import { jumpLink } from "../jump-link.ts";
import { answer, withChange, type Reply } from "../reply.ts";
import { findRequester, make } from "./make.ts";
import { requestFor } from "./repeat-request.ts";

/**
 * Repeats a request for the person who pressed; for one of its pictures, makes one. A request that made something can be repeated as
 * often as people like. One that failed, or whose outcome is uncertain, is repeated once: a later press leads to the repetition, or
 * repeats that one if it failed as well.
 */
export async function again(
  pressed: ListedBatch,
  number: number | undefined,
  event: ButtonEvent,
  context: CommandContext,
): Promise<Reply> {
  const { texts } = context;
  if (context.isDoublePress(event)) return answer(texts.result.againPressed);
  const isOnce = number === undefined && !hasMade(pressed);
  const attempts = isOnce ? await attemptsOf(pressed, context) : [pressed];
  const latest = attempts.at(-1) ?? pressed;
  if (attempts.length > 1 && !hasFailed(latest)) return tellAlready(latest, event, context);
  const { batch } = latest;
  const asked = { ...event, signal: AbortSignal.timeout(INVOCATION_MS) };
  const requester = await findRequester(asked, batch.service, context);
  if (!requester.ok) return requester.reply;
  const { parent } = batch;
  const whole = await requestFor(event, batch, context);
  const request = number !== undefined && whole.kind === "image" ? { ...whole, count: 1 } : whole;
  // The button below a single picture is in a private answer, which can't be replied to.
  const view = number === undefined ? undefined : await context.results.view(batch.id);
  const message = view ? resultMessageOf(view, event.conversation) : event.message;
  const acceptedAs = isOnce ? againKey(batch.id) : event.key;
  const reply = await make({ ...event, acceptedAs, parent, message }, requester, request, context);
  if (reply.kind === "accepted") return { ...reply, key: acceptedAs };
  return withChange(reply, () => ({ batchId: batch.id }));
}

/** The event key under which a failed request is repeated. The database accepts each key once. */
function againKey(batchId: string): string {
  return `again:${batchId}`;
}

/** A request and the chain of its repetitions. */
async function attemptsOf(first: ListedBatch, { jobs }: CommandContext): Promise<readonly ListedBatch[]> {
  const attempts = [first];
  for (let last: ListedBatch | undefined = first; last;) {
    const { id, conversation } = last.batch;
    last = await jobs.batchOfEvent(conversation.platform, againKey(id));
    if (last) attempts.push(last);
  }
  return attempts;
}

function hasMade({ jobs }: ListedBatch): boolean {
  return jobs.some(({ state }) => state === "succeeded");
}

/** Whether it ended with nothing made. False while its jobs are not written yet. */
function hasFailed({ jobs }: ListedBatch): boolean {
  return jobs.length > 0 && jobs.every(({ state }) => hasEnded(state) && state !== "succeeded");
}

async function tellAlready(
  { batch }: ListedBatch,
  { actor, conversation }: ButtonEvent,
  { results, platform, texts }: CommandContext,
): Promise<Reply> {
  const isHere = encodeConversation(batch.conversation) === encodeConversation(conversation);
  const view = isHere ? await results.view(batch.id) : undefined;
  const message = view && postedMessage(view, readerOf(batch, actor));
  const link = message && (await jumpLink(message, platform));
  const who = batch.requesterId === actor.userId ? undefined : escapeText(batch.requesterName);
  return answer(texts.result.againAlready(who, link));
}
