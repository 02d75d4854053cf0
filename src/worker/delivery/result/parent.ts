import { shortened } from "../../../core/chat/message.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { BatchView, DeliveryStore } from "../../../core/delivery/delivery-store.ts";
import type { Texts } from "../../../text/texts.ts";

/** Enough to recognise it. Its own result and the recipe show more. */
const SHOWN_PROMPT = 60;

/** The batch whose results were edited or animated. Undefined if there is none, or it is no longer stored. */
export async function parentOf(
  { batch }: Pick<BatchView, "batch">,
  store: Pick<DeliveryStore, "view">,
): Promise<BatchView | undefined> {
  return batch.parent && store.view(batch.parent.batchId);
}

/**
 * Like `parentOf`, but only if every reader of the result can also read the parent's result: it is posted in the same
 * conversation, or in the channel of the thread.
 */
export async function shownParent(
  view: Pick<BatchView, "batch">,
  store: Pick<DeliveryStore, "view">,
): Promise<BatchView | undefined> {
  const parent = await parentOf(view, store);
  if (!parent || !isReadIn(parent.batch.conversation, view.batch.conversation)) return undefined;
  return parent.posts.some(({ kind, state }) => kind === "result" && state === "posted") ? parent : undefined;
}

/** What a batch was made from, in a few words. Not escaped. */
export function parentFact({ batch }: Pick<BatchView, "batch">, parent: BatchView, texts: Texts): string {
  const { service, request } = parent.batch;
  return texts.result.from({
    thing: service,
    ordinals: batch.parent?.ordinals ?? [],
    of: parent.jobs.length,
    text: shortened(withinFact(request.prompt), SHOWN_PROMPT),
  });
}

/**
 * A prompt for quoting among other facts: on one line, without quotation marks or separators that would end the quotation or
 * begin another fact.
 */
function withinFact(prompt: string): string {
  return (
    prompt
      .replaceAll(/\s+/g, " ")
      .trim()
      .replaceAll(/["“”„‟〝〞＂]/g, "'")
      // Between letters, the dot belongs to a name, as in “达·芬奇”.
      .replaceAll(/(?<![\p{L}\p{N}])·|·(?![\p{L}\p{N}])/gu, "-")
  );
}

function isReadIn(there: Conversation, here: Conversation): boolean {
  return (
    there.platform === here.platform &&
    there.workspace === here.workspace &&
    there.channel === here.channel &&
    (there.thread === undefined || there.thread === here.thread)
  );
}
