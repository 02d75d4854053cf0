import { answer, type Reply } from "./reply.ts";
import type { ButtonEvent } from "../core/chat/event.ts";
import { canUndo, isEdit } from "../worker/delivery/result/undo.ts";
import type { Batch } from "../core/job/job-store.ts";
import { cancelBatch, isTheirs } from "./cancel.ts";
import { decideHeld } from "./admin/approve.ts";
import { type CommandContext } from "./command.ts";
import { deliverAgain } from "./deliver-again.ts";
import { askWhyDeclined } from "./admin/decline.ts";
import { refusedFormOf, reopenForm } from "./form/reopen.ts";
import { readFormId } from "./form/form-id.ts";
import { openForm } from "./form/open-form.ts";
import { notAdminText } from "./admin/not-admin.ts";
import { mayReach } from "./files/may-reach.ts";
import { pressHelp } from "./help/press.ts";
import { readHelpPress } from "./help/view-id.ts";
import { pressJobs } from "./jobs/press.ts";
import { readJobsPress } from "./jobs/view-id.ts";
import { pressOverview } from "./overview/press.ts";
import { readOverviewPress } from "./overview/view-id.ts";
import { pressModels } from "./models/press.ts";
import { readModelsPress } from "./models/view-id.ts";
import { isConfirmation, confirmProposal } from "./make/confirm-proposal.ts";
import { declineProposal, isDecline } from "./make/decline-proposal.ts";
import { isForget, pressForget } from "./personal/forget.ts";
import { confirmRecovery, isRecovery } from "./recovery/press.ts";
import { isSetting, openSetting } from "./setting/setting-form.ts";
import { tellRecipe } from "./make/recipe.ts";
import { showPicture } from "./make/show-picture.ts";
import { starResult, unstarResult } from "./make/star.ts";
import { again } from "./make/press-again.ts";
import { mayChange } from "./make/repeat-request.ts";

/** The actions of a batch's buttons. */
export const BATCH_ACTS = [
  "cancel",
  "deliver",
  "fetch",
  "again",
  "edit",
  "animate",
  "reference",
  "picture",
  "star",
  "unstar",
  "recipe",
  "delete",
  "undo",
  "change",
  "twice",
  "approve",
  "decline",
] as const;

const BUTTON = new RegExp(`^(${BATCH_ACTS.join("|")}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::(\\d{1,2}))?$`);

/** Handles a button. Its id names the batch, so it never expires; rights are checked at each press. */
export async function pressButton(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  if (isConfirmation(event.button)) return confirmProposal(event, context);
  if (isDecline(event.button)) return declineProposal(event, context);
  if (isForget(event.button)) return pressForget(event, context);
  if (isRecovery(event.button)) return confirmRecovery(event, context);
  if (isSetting(event.button)) return openSetting(event, context);
  const refused = refusedFormOf(event.button);
  if (refused !== undefined) return reopenForm(refused, event, context);
  const ofModels = readModelsPress(event.button);
  if (ofModels) return pressModels(ofModels, event, context);
  const topic = readHelpPress(event.button);
  if (topic !== undefined) return pressHelp(topic, event, context);
  const ofOverview = readOverviewPress(event.button);
  if (ofOverview) return pressOverview(ofOverview, event, context);
  const ofJobs = readJobsPress(event.button);
  if (ofJobs) return pressJobs(ofJobs, event, context);
  const subject = readFormId(event.button);
  if (subject?.kind === "draft") return openForm(subject, event, context);
  const { texts, jobs } = context;
  const { actor } = event;
  const [, act = "", batchId, digits] = BUTTON.exec(event.button) ?? [];
  if (act === "unstar" && batchId !== undefined) return unstarResult(batchId, event, context);
  const found = batchId === undefined ? undefined : await jobs.batch(batchId);
  // The question to admins may be in another channel. Only admins may learn whether there is anything to decide.
  if (act === "approve" || act === "decline") {
    if (!actor.isAdmin) return answer(notAdminText(actor, context));
    if (!found) return answer(texts.gone);
    return act === "approve"
      ? decideHeld(found.batch, { kind: "approve" }, event, context)
      : askWhyDeclined(found.batch, event, context);
  }
  if (!found || !(await mayReach(found.batch, event, context))) return answer(texts.gone);
  const { batch } = found;
  const number = digits === undefined ? undefined : Number(digits);
  switch (act) {
    case "cancel":
      return cancelBatch(batch, actor, context);
    case "deliver":
      return deliverAgain(batch, actor, context);
    case "fetch":
      return fetchAgain(batch, context);
    case "again":
    case "twice":
      return again(found, number, event, context);
    case "star":
      return starResult(batch.id, event, context);
    case "picture":
      return showPicture(batch.id, number, event, context);
    case "edit":
    case "animate":
    case "reference":
      // The button may be older than the settings.
      if (act === "animate" && !context.canServe) return answer(texts.noRelay);
      return openForm({ kind: "result", act, batchId: batch.id, number }, event, context);
    case "change":
      if (!(await mayChange(event, batch, context))) return answer(notAdminText(actor, context, texts.change.notYours));
      return openForm({ kind: "change", batchId: batch.id }, event, context);
    case "delete":
      return remove(batch, number === 0 ? "undo" : "results", event, context);
    case "undo":
      return undo(batch, event, context);
    default:
      return tellRecipe(batch.id, event, context, number);
  }
}

/** Fetches missing results again. This is free, so everyone who sees the result may do it. */
async function fetchAgain(batch: Batch, { results, texts }: CommandContext): Promise<Reply> {
  const say = texts.result;
  const outcome = await results.requestFetch(batch.id);
  return answer({ accepted: say.fetching, here: say.isFetched, gone: say.notFetchable }[outcome]);
}

/** Removes a result from the conversation. The batch stays, because recipes of later edits mention it. */
async function remove(
  batch: Batch,
  what: "results" | "undo",
  { actor }: ButtonEvent,
  context: CommandContext,
): Promise<Reply> {
  const { results, texts } = context;
  if (!isTheirs(batch, actor)) return answer(notAdminText(actor, context, texts.delete.notYours));
  await results.requestRemoval(batch.id, what);
  return answer(texts.delete.done);
}

/** Reposts, once, what an edit was made from. Replies continue from that. */
async function undo(batch: Batch, { actor }: ButtonEvent, { results, texts }: CommandContext): Promise<Reply> {
  if (!isTheirs(batch, actor)) return answer(texts.undo.notYours);
  if (!canUndo(batch)) return answer(isEdit(batch.request) ? texts.undo.borrowed : texts.undo.nothing);
  const outcome = await results.requestUndo(batch.id);
  return answer(outcome === "accepted" ? texts.undo.done : texts.undo.already);
}
