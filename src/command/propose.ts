import { randomUUID } from "node:crypto";
import type { ProposalKind } from "../job/proposal.ts";
import type { MediaRequest } from "../request/request.ts";
import type { CommandContext, Reply } from "./command.ts";
import type { Asking, Making } from "./make.ts";
import { wantsPrivacy } from "./private.ts";

/** Puts a question to the member whose yes makes exactly this request, once, whenever it comes within a day. */
export async function propose(
  kind: ProposalKind,
  { text, label }: { readonly text: string; readonly label: string },
  invocation: Making,
  { standing }: Asking,
  request: MediaRequest,
  { proposals }: CommandContext,
): Promise<Reply> {
  const id = randomUUID();
  const { conversation, message, parent } = invocation;
  const { organisationId, accountId } = standing;
  await proposals.keep({
    id,
    kind,
    organisationId,
    accountId,
    conversation,
    requestMessage: message?.id,
    parent,
    request,
    isPrivate: wantsPrivacy(invocation),
  });
  return { kind: "answer", message: { text, buttons: [{ id: `${kind}:${id}`, label, style: "primary" }] } };
}
