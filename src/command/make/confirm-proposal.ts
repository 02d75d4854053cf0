import { answer, type Reply } from "../reply.ts";
import { channelMention } from "../../core/chat/message.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import { proposalKey, type Proposal } from "../../core/job/proposal.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import { type CommandContext } from "../command.ts";
import { findRequester, make } from "./make.ts";

/** The buttons that confirm a proposal. */
export const YES_ACTS = ["confirm", "ask", "make"] as const;

const YES = new RegExp(`^(${YES_ACTS.join("|")}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** Whether a button confirms a proposal. */
export function isConfirmation(button: string): boolean {
  return YES.test(button);
}

/** Makes what was proposed, under the current rules, where it was requested. Confirming twice makes nothing more. */
export async function confirmProposal(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { proposals, memberships, texts } = context;
  const id = YES.exec(event.button)?.[2] ?? "";
  const press = await pressedThere(event, id, context);
  const membership = press && (await memberships.membershipOf(press));
  const found = membership && (await proposals.find(membership.organisationId, membership.accountId, id));
  if (!press || !found || !isHere(found.proposal.conversation, press)) return answer(texts.confirm.gone);
  if (found.taken) return { ...answer(texts.confirm.already[found.proposal.kind]), closes: true };
  const { kind, request, conversation, requestMessage, parent, isPrivate } = found.proposal;
  const asked = { ...press, conversation, signal: AbortSignal.timeout(INVOCATION_MS) };
  const requester = await findRequester(asked, request.kind, context);
  if (!requester.ok) return requester.reply;
  const message = requestMessage === undefined ? undefined : { conversation, id: requestMessage };
  const key = proposalKey(id);
  const making = { ...asked, key, message, parent, options: { private: isPrivate } };
  const reply = await make(making, requester, request, context, kind);
  if (reply.kind === "accepted")
    return { ...reply, key, closing: { text: closingText(found.proposal, event, context) } };
  // A follow-up question replaces this one; after a refusal this one can be confirmed again.
  if (reply.kind === "answer") return { ...reply, closes: reply.accepted ?? reply.message.buttons !== undefined };
  return reply;
}

/** The text that replaces the question. If the question was asked elsewhere, it says where the result will appear. */
function closingText({ conversation, kind }: Proposal, event: ButtonEvent, { texts }: CommandContext): string {
  return kind === "ask" || conversation.channel === event.conversation.channel
    ? texts.confirm.said[kind]
    : texts.confirm.comesThere(channelMention(conversation.channel));
}

/**
 * A press as if it had been made where the request was: the question about a channel's message may be in direct messages, which
 * may belong to another workspace and have no roles. Undefined if there is no such question, or the person has left that
 * workspace.
 */
async function pressedThere(
  event: ButtonEvent,
  id: string,
  { proposals, platform }: CommandContext,
): Promise<ButtonEvent | undefined> {
  if (event.isDirect !== true) return event;
  const conversation = await proposals.placeOf(id);
  if (conversation?.platform !== event.conversation.platform) return undefined;
  if (conversation.channel === event.conversation.channel) return { ...event, conversation };
  const person = await platform.lookUp(conversation, "person", event.actor.userId);
  if (!person) return undefined;
  const { name: displayName, roles = [], isGuest = false } = person;
  return { ...event, conversation, isDirect: false, actor: { ...event.actor, displayName, roles, isGuest } };
}

/** Private answers may be in another conversation than the request, but never in another workspace. */
function isHere({ platform, workspace }: ButtonEvent["conversation"], { conversation }: ButtonEvent): boolean {
  return platform === conversation.platform && workspace === conversation.workspace;
}
