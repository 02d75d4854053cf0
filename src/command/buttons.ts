import { escapeText } from "../chat/message.ts";
import { optionsOf } from "../request/request.ts";
import type { Batch, Job } from "../job/store.ts";
import type { Actor, ButtonEvent } from "../chat/event.ts";
import type { Conversation } from "../chat/conversation.ts";
import type { Texts } from "../text/texts.ts";
import { answer, type CommandContext, type Reply } from "./command.ts";
import { findRequester, make } from "./make.ts";

const BUTTON = /^(cancel|again|recipe):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** What a pressed button does. Its id holds the batch, so it works for ever; rights are checked at each press. */
export async function pressButton(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { texts, jobs } = context;
  const [, act = "", batchId] = BUTTON.exec(event.button) ?? [];
  const found = batchId === undefined ? undefined : await jobs.batch(batchId);
  if (!found || !sameWorkspace(found.batch, event.conversation)) return answer(texts.gone);
  switch (act) {
    case "cancel":
      return cancel(found.batch, event.actor, context);
    case "again":
      return again(found.batch, event, context);
    default:
      return answer(recipe(found, texts));
  }
}

/** A batch of one workspace is nobody's business in another. */
function sameWorkspace(batch: Batch, conversation: Conversation): boolean {
  return (
    batch.conversation.platform === conversation.platform && batch.conversation.workspace === conversation.workspace
  );
}

async function cancel(batch: Batch, actor: Actor, { jobs, texts }: CommandContext): Promise<Reply> {
  if (batch.requesterId !== actor.userId && !actor.isAdmin) return answer(texts.cancel.notYours);
  switch (await jobs.cancel(batch.id)) {
    case "cancelled":
      return answer(texts.cancel.done);
    case "asked":
      return answer(batch.service === "video" ? texts.cancel.cannotStop : texts.cancel.asked);
    case "too_late":
      return answer(texts.cancel.tooLate);
  }
}

/** The same request once more, asked by whoever pressed. */
async function again(batch: Batch, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const requester = await findRequester(event, batch.service, context);
  return requester.ok ? make(event, requester, batch.request, context) : requester.reply;
}

function line(name: string, value: string): string {
  return `${name}: ${escapeText(value)}`;
}

function recipe({ batch, jobs }: { batch: Batch; jobs: readonly Job[] }, texts: Texts): string {
  const { request } = batch;
  const options = optionsOf(request).map(([name, value]) => `${name} ${value}`);
  const requestIds = jobs.flatMap((job) => (job.requestId === undefined ? [] : [job.requestId]));
  return [
    texts.recipe.title,
    line(texts.recipe.prompt, request.prompt),
    line(texts.recipe.model, request.model),
    line(texts.recipe.options, options.join(", ")),
    line(texts.recipe.asked, batch.requesterName),
    line(texts.recipe.request, requestIds.join(", ") || texts.recipe.none),
  ].join("\n");
}
