import type { Actor } from "../chat/event.ts";
import type { Batch } from "../job/store.ts";
import { answer, type CommandContext, type Reply } from "./command.ts";
import { notAdminText } from "./not-admin.ts";

/** Takes back what can still be taken back, for who asked for it or an admin. */
export async function cancelBatch(batch: Batch, actor: Actor, context: CommandContext): Promise<Reply> {
  const { jobs, texts } = context;
  if (!isTheirs(batch, actor)) return answer(notAdminText(actor, context, texts.cancel.notYours));
  switch (await jobs.cancel(batch.id)) {
    case "cancelled":
      return answer(texts.cancel.done);
    case "asked":
      return answer(batch.service === "video" ? texts.cancel.cannotStop : texts.cancel.asked);
    case "too_late":
      return answer(texts.cancel.tooLate);
  }
}

/** Whoever asked for it, and admins, may take a batch back or away. */
export function isTheirs(batch: Batch, actor: Actor): boolean {
  return batch.requesterId === actor.userId || actor.isAdmin;
}
