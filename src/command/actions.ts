import { answer, type Reply } from "./reply.ts";
import type { ActionEvent } from "../core/chat/event.ts";
import { takesClipFiles } from "./files/clip-files.ts";
import { type CommandContext } from "./command.ts";
import { eventId } from "./event-id.ts";
import { openForm } from "./form/open-form.ts";
import { usableFor } from "./form/form-subject.ts";
import { findBatch, usableFiles } from "./files/resolve-target.ts";
import { tellRecipe } from "./make/recipe.ts";
import { sourcesOf } from "./files/sources.ts";

/** Runs an entry of a message's menu: on our results and, for pictures, on anyone's messages. */
export async function runAction(event: ActionEvent, context: CommandContext): Promise<Reply> {
  const { action, target } = event;
  const { results, texts } = context;
  const theirs = target.own ? [] : usableFiles(target.attachments);
  // A message may show both a member's picture and Easel's result; only the result has a recipe.
  if (action === "recipe" && theirs.length > 0) return answer(texts.reply.notMine);
  if (action === "animate" && !(target.own ? context.canServe : takesClipFiles(context))) return answer(texts.noRelay);
  const found = await findBatch(target, context);
  if (action === "recipe") {
    return found ? tellRecipe(found.batchId, event, context) : answer(texts.reply.noRecipe);
  }
  if (!target.own) {
    const files = usableFor(action, theirs).map((source) => source.file);
    if (files.length > 0) {
      const targetId = eventId(event.key, action);
      const requesterId = event.actor.userId;
      await results.storeTarget({ id: targetId, requesterId, message: target.message, attachments: files });
      return openForm({ kind: "message", act: action, targetId }, event, context);
    }
  }
  if (!found) return answer(texts.reply.nothingThere);
  if (found.kind === "notice") return answer(texts.reply.notYet);
  const { batchId } = found;
  const view = await results.view(batchId);
  const usable = view ? usableFor(action, sourcesOf(view, found.kind)) : [];
  const shown = usable.filter(({ number }) => event.number === undefined || number === event.number);
  const [first, ...others] = shown;
  if (!first) return answer(texts.reply.nothingThere);
  // Number 0 is the batch's previous version, which may have several pictures.
  const number = found.kind === "undo" ? 0 : others.length === 0 ? first.number : undefined;
  return openForm({ kind: "result", act: action, batchId, number }, event, context);
}
