import { answer, type Reply } from "../reply.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import type { Button } from "../../core/chat/message.ts";
import type { Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";
import { jobsPressId } from "../jobs/view-id.ts";
import { linkToPosted } from "../jump-link.ts";

type Context = Pick<CommandContext, "memberships" | "results" | "texts" | "platform">;

/**
 * Stars a result that the person may see, for them and in its channel's collection. A second press removes the star. A button,
 * not a reaction: those need another intent on Discord and another scope on Slack.
 */
export async function starResult(
  batchId: string,
  event: ButtonEvent,
  { memberships, results, texts, platform }: Context,
): Promise<Reply> {
  const membership = await memberships.membershipOf(event);
  const outcome = membership ? await results.star(batchId, membership, event.key) : "gone";
  if (outcome === "gone") return answer(texts.star.gone);
  const list: Button = {
    id: jobsPressId({ kind: "list", scope: "starred", page: 0 }),
    label: texts.star.list,
    style: "secondary",
  };
  const buttons = outcome === "starred" ? [list, unstarButton(batchId, texts)] : [list];
  const view = await results.view(batchId);
  const url = view && (await linkToPosted(view, event.actor, platform));
  const sections = url === undefined ? [] : [{ link: { label: texts.jobs.jump, url } }];
  // A view, so that the list can replace it.
  return { kind: "answer", message: { text: texts.star[outcome], sections, buttons } };
}

/** Removes the person's own star. Needs no access to the result, because the answer reveals nothing about it. */
export async function unstarResult(
  batchId: string,
  event: ButtonEvent,
  { memberships, results, texts }: Context,
): Promise<Reply> {
  const membership = await memberships.membershipOf(event);
  if (membership) await results.unstar(batchId, membership);
  return answer(texts.star.unstarred);
}

/** The button that removes a star; unlike **Star**, it never adds one. */
export function unstarButton(batchId: string, { star: say }: Texts): Button {
  return { id: `unstar:${batchId}`, label: say.unstar, style: "secondary" };
}
