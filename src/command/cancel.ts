import { answer, type Reply } from "./reply.ts";
import type { Actor } from "../core/chat/event.ts";
import type { Batch } from "../core/job/job-store.ts";
import { hasEnded } from "../core/job/job.ts";
import { type CommandContext } from "./command.ts";
import { notAdminText } from "./admin/not-admin.ts";

/** Cancelling is answered once the gateway has reported the outcome, but no later: somebody waits for the answer. */
const CANCEL_ANSWER_MS = 4_000;
/** How often that is looked at. */
const CANCEL_LOOK_MS = 200;

/**
 * Takes back what can still be taken back, for the member who asked for it or an admin. A private answer can't be changed later,
 * so it waits a moment for the gateway's word, and says nothing that would be untrue once that has come.
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

/** The outcome for pictures that the gateway was asked to stop, if it reports that soon. */
async function outcomeOf(batchId: string, { jobs, clock }: CommandContext): Promise<"done" | "ended" | "asked"> {
  const until = clock.elapsed() + CANCEL_ANSWER_MS;
  for (;;) {
    const members = (await jobs.batch(batchId))?.jobs ?? [];
    if (members.every((job) => hasEnded(job.state))) {
      return members.every((job) => job.state === "cancelled") ? "done" : "ended";
    }
    if (clock.elapsed() >= until) return "asked";
    await clock.sleep(CANCEL_LOOK_MS);
  }
}

/** The requester and admins may cancel or remove a batch. */
export function isTheirs(batch: Batch, actor: Actor): boolean {
  return batch.requesterId === actor.userId || actor.isAdmin;
}
