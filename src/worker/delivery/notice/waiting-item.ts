import type { ProgressItem } from "../../../core/chat/message.ts";
import type { Job } from "../../../core/job/job-store.ts";
import { failureReason } from "../../../text/render/failures.ts";
import type { Texts } from "../../../text/texts.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

/** A retry that is due sooner than this is not mentioned: it would be over by the time people read it. */
const NEXT_TRY_MS = 10_000;

/** A waiting job in its notice: why it waits and, if known, until when. */
export function waitingItem(view: BatchView, job: Job, now: number, texts: Texts): ProgressItem {
  const say = texts.notice;
  const { waitingFor } = view;
  if (view.paused) return waiting(say.paused);
  if (view.keyless)
    return waiting(say.keyless[view.keyless], waitingFor?.kind === "key" ? waitingFor.until : undefined);
  if (job.failure) {
    const reason = failureReason(job.failure, job.service, view.batch.locale);
    const isSoon = job.notBefore.getTime() - now < NEXT_TRY_MS;
    if (!isSoon) return waiting(say.waitingForTry(reason), job.notBefore);
    if (!waitingFor) return waiting(say.waitingBecause(reason));
  }
  switch (waitingFor?.kind) {
    case "slots": {
      const { of, unknown, until } = waitingFor;
      return waiting(say.waitingForSlot(job.service, of, unknown), until);
    }
    case "own_limit":
      return waiting(say.waitingForOwn(job.service, waitingFor.of));
    default:
      return waiting(say.waiting);
  }

  function waiting(label: string, until?: Date): ProgressItem {
    const at = until?.getTime();
    return { state: "waiting", label, ...(at === undefined || at <= now ? {} : { expectedAt: at }) };
  }
}
