import type { Place } from "../../core/account/membership.ts";
import type { Button } from "../../core/chat/message.ts";
import type { BatchView } from "../../core/delivery/delivery-store.ts";
import type { ListedBatch } from "../../core/job/job-store.ts";
import type { Texts } from "../../text/texts.ts";
import { undelivered } from "../../worker/delivery/batch-status.ts";
import { deliverButton } from "../../worker/delivery/notice/undeliverable-notice.ts";
import { fetchButtons } from "../../worker/delivery/result/result-buttons.ts";
import { isTheirs } from "../cancel.ts";
import type { CommandContext } from "../command.ts";
import { recipeView } from "../make/recipe.ts";
import { answer, type Reply } from "../reply.ts";
import { entryLine } from "./entries.ts";
import { cancelButton } from "./job-list.ts";
import { jobsPressId, type JobScope } from "./view-id.ts";

/** Replies with one request in full: its state, its recipe, and its actions. */
export async function showEntry(
  entry: ListedBatch,
  scope: JobScope,
  place: Place,
  context: CommandContext,
): Promise<Reply> {
  const { texts, results } = context;
  const { id } = entry.batch;
  const view = await results.view(id);
  const buttons = [
    ...(view ? deliverButtons(view, scope, place, texts) : []),
    ...(view ? fetchButtons(view, view.jobs, texts) : []),
    ...cancelButton(entry, scope, place, texts),
  ];
  const above = entryLine(entry, view, texts);
  const message = await recipeView(id, place, context, { above, buttons });
  return message ? { kind: "answer", message } : answer([above, texts.gone].join("\n"));
}

/** The button that posts again what no conversation took, for those who may. */
function deliverButtons(view: BatchView, scope: JobScope, { actor }: Place, texts: Texts): readonly Button[] {
  if (undelivered(view).length === 0 || !isTheirs(view.batch, actor)) return [];
  return [deliverButton(jobsPressId({ kind: "deliver", scope, batchId: view.batch.id }), texts)];
}
