import type { Actor } from "../core/chat/event.ts";
import type { BatchView } from "../core/delivery/delivery-store.ts";
import type { Batch } from "../core/job/job-store.ts";
import { undelivered } from "../worker/delivery/batch-status.ts";
import { refusalText } from "../worker/delivery/refusal-text.ts";
import { notAdminText } from "./admin/not-admin.ts";
import { awaitOutcome } from "./await-outcome.ts";
import { isTheirs } from "./cancel.ts";
import type { CommandContext } from "./command.ts";
import { answer, type Reply } from "./reply.ts";

/** Posts again, for the requester or an admin, what no conversation took. It is made already, so this costs nothing. */
export async function deliverAgain(batch: Batch, actor: Actor, context: CommandContext): Promise<Reply> {
  const { results, platform } = context;
  const say = context.texts.delivery;
  if (!isTheirs(batch, actor)) return answer(notAdminText(actor, context, say.notYours));
  const outcome = await results.requestDelivery(batch.id);
  const before = await results.view(batch.id);
  if (!before || (outcome === "known" && !isUnderWay(before))) return answer(say.nothing);
  const view = await awaitOutcome(async () => {
    const now = await results.view(batch.id);
    return now && !isUnderWay(now) ? now : undefined;
  }, context);
  if (!view) return answer(say.underWay);
  if (undelivered(view).length === 0) {
    return answer(
      view.posts.some(({ kind, state }) => kind === "direct" && state === "posted") ? say.direct : say.posted,
    );
  }
  const refused = view.posts.find(({ kind, state }) => kind !== "notice" && state === "undeliverable");
  return answer(say.refusedAgain(await refusalText(view, refused ?? {}, platform.capabilities)));
}

/** Something is to be posted, or a refused result may still be sent to its requester. */
function isUnderWay({ batch, posts }: BatchView): boolean {
  if (batch.closed) return false;
  if (posts.some(({ kind, state }) => kind !== "notice" && state === "intended")) return true;
  const isRefused = posts.some(({ kind, state }) => kind === "result" && state === "undeliverable");
  return isRefused && !posts.some(({ kind }) => kind === "direct");
}
