import type { Place } from "../../core/account/membership.ts";
import type { ListedBatch } from "../../core/job/job-store.ts";
import { fetchButtons } from "../../worker/delivery/result/result-buttons.ts";
import type { CommandContext } from "../command.ts";
import { recipeOf } from "../make/recipe.ts";
import type { Reply } from "../reply.ts";
import { entryLine } from "./entries.ts";
import { cancelButton } from "./list.ts";
import type { JobScope } from "./view-id.ts";

/** Replies with one request in full: its state, its recipe, and its actions. */
export async function showEntry(
  entry: ListedBatch,
  scope: JobScope,
  place: Place,
  context: CommandContext,
): Promise<Reply> {
  const { texts } = context;
  const { id } = entry.batch;
  const [recipe = texts.gone, view] = await Promise.all([recipeOf(id, place, context), context.results.view(id)]);
  const buttons = [...(view ? fetchButtons(view, view.jobs, texts) : []), ...cancelButton(entry, scope, place, texts)];
  return {
    kind: "answer",
    message: {
      text: [entryLine(entry, texts), recipe].join("\n"),
      ...(buttons.length > 0 ? { buttons } : {}),
    },
  };
}
