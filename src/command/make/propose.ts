import type { Asking, Making } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { ProposalKind } from "../../core/job/proposal.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { requestText } from "../../text/render/request-text.ts";
import type { CommandContext } from "../command.ts";
import { eventId } from "../event-id.ts";
import { linkToPosted } from "../jump-link.ts";
import { wantsPrivacy } from "./private.ts";

/** Asks the member to confirm the described request. Confirming within a day submits exactly this request, once. */
export async function propose(
  kind: ProposalKind,
  { text, label }: { readonly text: string; readonly label: string },
  making: Making,
  asking: Asking,
  request: MediaRequest,
  context: CommandContext,
): Promise<Extract<Reply, { kind: "answer" }>> {
  const id = eventId(making.key, kind);
  await keepProposal({ kind, id }, making, asking, request, context);
  const { texts } = context;
  const offer = `• ${texts.talk.offer(label, requestText(request, texts))}`;
  const from = await resultOf(making, context);
  return {
    kind: "answer",
    message: { text: [text, offer, ...from].join("\n"), buttons: [{ id: `${kind}:${id}`, label, style: "primary" }] },
  };
}

/** For an edit or a clip from a result: where that result is. */
export async function resultOf(
  { parent, actor }: Making,
  { results, platform, texts }: Pick<CommandContext, "results" | "platform" | "texts">,
): Promise<readonly string[]> {
  const view = parent && (await results.view(parent.batchId));
  const url = view && (await linkToPosted(view, actor, platform));
  return url === undefined ? [] : [texts.picture.result(url)];
}

/** Stores a request until its member confirms it. */
export async function keepProposal(
  proposal: { readonly kind: ProposalKind; readonly id: string },
  making: Making,
  { membership }: Asking,
  request: MediaRequest,
  { proposals }: Pick<CommandContext, "proposals">,
): Promise<void> {
  const { conversation, message, parent } = making;
  const { organisationId, accountId } = membership;
  await proposals.keep({
    ...proposal,
    organisationId,
    accountId,
    conversation,
    requestMessage: message?.id,
    parent,
    request,
    isPrivate: wantsPrivacy(making),
  });
}
