import { answer, type Reply } from "./reply.ts";
import type { Actor } from "../core/chat/event.ts";
import type { Batch } from "../core/job/job-store.ts";
import { hasEnded } from "../core/job/job.ts";
import { awaitOutcome } from "./await-outcome.ts";
import { type CommandContext } from "./command.ts";
import { notAdminText } from "./admin/not-admin.ts";

/**
 * Cancels what can still be cancelled, for the requester or an admin. A private answer can't be edited later, so this waits
 * briefly for the gateway's outcome, and the answer never says anything that the outcome could contradict.
 */
export async function cancelBatch(batch: Batch, actor: Actor, context: CommandContext): Promise<Reply> {
  const { jobs, texts } = context;
  if (!isTheirs(batch, actor)) return answer(notAdminText(actor, context, texts.cancel.notYours));
  switch (await jobs.cancel(batch.id)) {
    case "cancelled":
      return answer(texts.cancel.done);
    case "asked":
      return answer(
        batch.service === "video" ? texts.cancel.cannotStop : texts.cancel[await outcomeOf(batch.id, context)],
      );
    case "too_late":
      return answer(texts.cancel.tooLate);
  }
}

/** The outcome of pictures whose cancellation was requested, if the gateway reports it in time. */
async function outcomeOf(batchId: string, context: CommandContext): Promise<"done" | "ended" | "asked"> {
  const outcome = await awaitOutcome(async () => {
    const members = (await context.jobs.batch(batchId))?.jobs ?? [];
    if (!members.every((job) => hasEnded(job.state))) return undefined;
    return members.every((job) => job.state === "cancelled") ? "done" : "ended";
  }, context);
  return outcome ?? "asked";
}

/** Whether the actor may cancel or remove a batch: the requester and admins may. */
export function isTheirs(batch: Batch, actor: Actor): boolean {
  return batch.requesterId === actor.userId || actor.isAdmin;
}
