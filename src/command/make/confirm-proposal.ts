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

/** Makes the proposed request under the current rules, where it was requested. A second confirmation makes nothing. */
export async function confirmProposal(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { proposals, memberships, texts } = context;
  const id = YES.exec(event.button)?.[2] ?? "";
  const press = await pressedThere(event, id, context);
  if (press === "left") return answer(texts.confirm.left);
  const membership = press && (await memberships.membershipOf(press));
  const found = membership && (await proposals.find(membership.organisationId, membership.accountId, id));
  if (!press || !found || !isHere(found.proposal.conversation, press)) return answer(texts.confirm.gone);
  if (!(await mayHaveItThere(found.proposal, event, context))) return answer(texts.confirm.gone);
  if (found.taken) return { ...answer(texts.confirm.already[found.proposal.kind]), closes: true };
  const { kind, request, conversation, requestMessage, parent, isPrivate } = found.proposal;
  const asked = { ...press, conversation, signal: AbortSignal.timeout(INVOCATION_MS) };
  const requester = await findRequester(asked, request.kind, context);
  if (!requester.ok) return requester.reply;
  const message = requestMessage === undefined ? undefined : { conversation, id: requestMessage };
  const key = proposalKey(id);
  const making = { ...asked, key, message, parent, options: { private: isPrivate } };
  const reply = await make(making, requester, request, context, kind);
  if (reply.kind === "accepted") {
    const closing = { text: closingText(found.proposal, event, context) };
    return { ...reply, key, closing, ...(message ? { request: message } : {}) };
  }
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
 * The press as if made in the request's place, with the person's current name and roles there: direct messages may belong to
 * another workspace by then. Undefined if there is no such question for this person; `left` if they are no longer in its
 * workspace. Rejects with a `PlatformError`.
 */
async function pressedThere(
  event: ButtonEvent,
  id: string,
  { proposals, platform }: CommandContext,
): Promise<ButtonEvent | "left" | undefined> {
  if (event.isDirect !== true) return event;
  const { userId, locale } = event.actor;
  const conversation = await proposals.placeOf(id, { platform: platform.name, userId });
  if (conversation?.platform !== event.conversation.platform) return undefined;
  const person = await platform.lookUp(conversation, "person", userId);
  if (!person || person.hasLeft) return "left";
  const { name: displayName, roles = [], isGuest = false } = person;
  const isDirect = conversation.channel === event.conversation.channel;
  return { ...event, conversation, isDirect, actor: { userId, displayName, locale, isAdmin: false, roles, isGuest } };
}

/** Whether a person who presses elsewhere can still read the result's channel. Rejects with a `PlatformError`. */
async function mayHaveItThere(
  { conversation }: Proposal,
  { conversation: pressed, actor }: ButtonEvent,
  { platform }: CommandContext,
): Promise<boolean> {
  return pressed.channel === conversation.channel || platform.mayRead(conversation, actor.userId);
}

/** Private answers may be in another conversation than the request, but never in another workspace. */
function isHere({ platform, workspace }: ButtonEvent["conversation"], { conversation }: ButtonEvent): boolean {
  return platform === conversation.platform && workspace === conversation.workspace;
}
