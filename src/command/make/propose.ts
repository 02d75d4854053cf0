import type { Asking, Making } from "../invocation.ts";
import type { Reply } from "../reply.ts";
import type { ProposalKind } from "../../core/job/proposal.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { requestText } from "../../text/render/request-text.ts";
import type { CommandContext } from "../command.ts";
import { eventId } from "../event-id.ts";
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
  return {
    kind: "answer",
    message: { text: `${text}\n${offer}`, buttons: [{ id: `${kind}:${id}`, label, style: "primary" }] },
  };
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
