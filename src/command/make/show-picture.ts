import { answer, type Reply } from "../reply.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import { artifactOf, isDeleted } from "../../worker/delivery/batch-status.ts";
import type { CommandContext } from "../command.ts";
import { linkToPosted } from "../jump-link.ts";

/** Shows one picture of a result to the person who chose it, if they may see the result and it was not deleted. */
export async function showPicture(
  batchId: string,
  number: number | undefined,
  { actor }: Pick<ButtonEvent, "actor">,
  { results, pictureMessage, platform, texts }: CommandContext,
): Promise<Reply> {
  const view = await results.view(batchId);
  const job = view?.jobs.find(({ ordinal }) => ordinal === number);
  const artifact = view && job && artifactOf(view, job);
  if (!artifact || isDeleted(view, artifact)) return answer(texts.picture.gone);
  const postedAt = await linkToPosted(view, actor, platform);
  const to = { locale: actor.locale, ...platform.capabilities, postedAt };
  const message = await pictureMessage(view, job, to, AbortSignal.timeout(INVOCATION_MS));
  return message ? { kind: "answer", message } : answer(texts.picture.gone);
}
