import { answer, type Reply } from "../reply.ts";
import { channelMention } from "../../core/chat/message.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import { proposalKey, type Proposal } from "../../core/job/proposal.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import { type CommandContext } from "../command.ts";
import { findRequester, make } from "./make.ts";

/** What the buttons that say yes do. */
export const YES_ACTS = ["confirm", "ask", "make"] as const;

const YES = new RegExp(`^(${YES_ACTS.join("|")}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** Is it a button that says yes to something proposed? */
export function isConfirmation(button: string): boolean {
  return YES.test(button);
}

/** A yes: what was proposed is made, by the rules of now, and where it was asked for. Said again it makes nothing more. */
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
  // Another question takes the place of this one; after a refusal this one can be said yes to again.
  if (reply.kind === "answer") return { ...reply, closes: reply.accepted ?? reply.message.buttons !== undefined };
  return reply;
}

/** Takes the place of the question; where that stands elsewhere, it says where the result comes. */
function closingText({ conversation, kind }: Proposal, event: ButtonEvent, { texts }: CommandContext): string {
  return kind === "ask" || conversation.channel === event.conversation.channel
    ? texts.confirm.said[kind]
    : texts.confirm.comesThere(channelMention(conversation.channel));
}

/**
 * A press as if it had been made where the question was asked: a question about words in a channel may stand in direct messages,
 * which belong to another workspace perhaps, and where nobody has roles. Undefined when there is no such question, and for
 * somebody who has left that workspace.
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

/** Private answers may stand elsewhere than what they answer, but never in another workspace. */
function isHere({ platform, workspace }: ButtonEvent["conversation"], { conversation }: ButtonEvent): boolean {
  return platform === conversation.platform && workspace === conversation.workspace;
}
