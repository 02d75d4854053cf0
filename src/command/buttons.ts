import { escapeText } from "../chat/message.ts";
import type { Batch, Job } from "../job/store.ts";
import type { Actor, ButtonEvent } from "../chat/event.ts";
import type { Conversation } from "../chat/conversation.ts";
import type { Texts } from "../text/texts.ts";
import { answer, type CommandContext, type Reply } from "./command.ts";

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
      return answer(texts.cancel.asked);
    case "too_late":
      return answer(texts.cancel.tooLate);
  }
}

/** The same request once more, asked by whoever pressed. */
async function again(batch: Batch, event: ButtonEvent, { jobs, accounts }: CommandContext): Promise<Reply> {
  const { conversation, actor } = event;
  const accountId = await accounts.accountOf(batch.organisationId, {
    platform: conversation.platform,
    workspace: conversation.workspace,
    userId: actor.userId,
    displayName: actor.displayName,
  });
  await jobs.accept({
    eventKey: event.key,
    organisationId: batch.organisationId,
    accountId,
    conversation,
    requesterId: actor.userId,
    requesterName: actor.displayName,
    locale: actor.locale,
    requestMessage: event.message.id,
    request: batch.request,
  });
  return { kind: "accepted" };
}

function line(name: string, value: string): string {
  return `${name}: ${escapeText(value)}`;
}

function recipe({ batch, jobs }: { batch: Batch; jobs: readonly Job[] }, texts: Texts): string {
  const { request } = batch;
  const options = [
    ["size", request.size],
    ["aspect_ratio", request.aspectRatio],
    ["quality", request.quality],
    ["format", request.format],
    ["background", request.background],
    ["count", String(request.count)],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
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
