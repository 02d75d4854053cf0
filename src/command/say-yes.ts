import type { ButtonEvent } from "../chat/event.ts";
import { proposalKey } from "../job/proposal.ts";
import { INVOCATION_MS } from "../limits.ts";
import { answer, type CommandContext, type Reply } from "./command.ts";
import { findRequester, make } from "./make.ts";

const YES = /^(confirm|ask):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Is it a button that says yes to something proposed? */
export function isYes(button: string): boolean {
  return YES.test(button);
}

/** A yes: what was proposed is made, by the rules of now, and where it was asked for. Said again it makes nothing more. */
export async function sayYes(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { proposals, standings, texts } = context;
  const id = YES.exec(event.button)?.[2] ?? "";
  const standing = await standings.standingOf(event);
  const found = standing && (await proposals.find(standing.organisationId, standing.accountId, id));
  if (!found || !isHere(found.proposal.conversation, event)) return answer(texts.confirm.gone);
  if (found.taken) return { ...answer(texts.confirm.already[found.proposal.kind]), closes: true };
  const { kind, request, conversation, requestMessage, parent, isPrivate } = found.proposal;
  // What was asked for in a channel is made by its rules, wherever the question stands.
  const isDirect = event.isDirect === true && event.conversation.channel === conversation.channel;
  const asked = { ...event, conversation, isDirect, signal: AbortSignal.timeout(INVOCATION_MS) };
  const requester = await findRequester(asked, request.kind, context);
  if (!requester.ok) return requester.reply;
  const message = requestMessage === undefined ? undefined : { conversation, id: requestMessage };
  const key = proposalKey(id);
  const making = { ...asked, key, message, parent, options: { private: isPrivate } };
  const reply = await make(making, requester, request, context, kind);
  if (reply.kind === "accepted") return { ...reply, key, closing: { text: texts.confirm.said[kind] } };
  // Another question takes the place of this one; after a refusal this one can be said yes to again.
  if (reply.kind === "answer") return { ...reply, closes: reply.accepted ?? reply.message.buttons !== undefined };
  return reply;
}

/** Private answers may stand elsewhere than what they answer, but never in another workspace. */
function isHere({ platform, workspace }: ButtonEvent["conversation"], { conversation }: ButtonEvent): boolean {
  return platform === conversation.platform && workspace === conversation.workspace;
}
