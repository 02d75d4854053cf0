import { answer, type Reply } from "../reply.ts";
import type { ButtonEvent } from "../../core/chat/event.ts";
import type { CommandContext } from "../command.ts";

const DECLINE = /^decline-offer:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id of the button that declines a proposal. */
export function declineId(proposalId: string): string {
  return `decline-offer:${proposalId}`;
}

/** Whether a button declines a proposal. */
export function isDecline(button: string): boolean {
  return DECLINE.test(button);
}

/** Deletes a proposal. Only its own member can decline it. */
export async function declineProposal(event: ButtonEvent, { proposals, texts }: CommandContext): Promise<Reply> {
  const id = DECLINE.exec(event.button)?.[1] ?? "";
  const { platform } = event.conversation;
  switch (await proposals.decline(id, { platform, userId: event.actor.userId })) {
    case "declined":
      return { ...answer(texts.confirm.declined), closes: true };
    case "taken":
      return { ...answer(texts.confirm.already.make), closes: true };
    case "gone":
      return answer(texts.confirm.gone);
  }
}
