import { answer, type Reply } from "../reply.ts";
import type { Offered, OfferEvent } from "../../core/chat/event.ts";
import { channelMention, escapeText } from "../../core/chat/message.ts";
import { proposalKey } from "../../core/job/proposal.ts";
import { requestText } from "../../text/render/request-text.ts";
import { problemsText } from "../../text/render/problems.ts";
import type { CommandContext } from "../command.ts";
import { eventId } from "../event-id.ts";
import { findCommand } from "../files/find.ts";
import { runCommand } from "../run.ts";
import { holdsTypedSecret } from "../parse/typed-secret.ts";
import { declineId } from "./decline-proposal.ts";
import { keepProposal } from "./propose.ts";

/**
 * Checks a request that a workflow made in a person's name, and stores it until that person confirms it. Rejects with a
 * `DatabaseUnavailableError` or another retryable error.
 */
export async function offerWorkflowRequest(event: OfferEvent, context: CommandContext): Promise<Offered> {
  const { memberships, texts } = context;
  const { platform, workspace, channel } = event.conversation;
  const picked = { ...event, kind: "command", attachments: [] } as const;
  if (holdsTypedSecret(picked)) return { kind: "refused", text: texts.keys.typed.unshown };
  if ((await memberships.membershipOf(event)) === undefined) {
    return { kind: "refused", text: texts.unclaimed(`${platform}:${workspace}`) };
  }
  const found = findCommand(event.command, event.actor, context);
  if (found.kind === "reply") return { kind: "refused", text: refusalText(found.reply, context) };
  const id = eventId(event.key, "offer");
  let offered: Offered | undefined;
  const reply = await runCommand(
    found.command,
    event,
    {
      options: event.options,
      attachments: [],
      message: undefined,
      parent: undefined,
      async insteadOfMaking(making, asking, request) {
        await keepProposal({ kind: "make", id }, making, asking, request, context);
        const label = request.kind === "video" ? texts.talk.makeClip : texts.talk.makeIt;
        const what = texts.talk.offer(label, requestText(request, texts));
        offered = {
          kind: "offered",
          message: {
            // The whole prompt: don't ask people to approve one that they can't see in full.
            quote: escapeText(request.prompt.replaceAll(/\s+/g, " ").trim()),
            text: `${texts.confirm.asksInYourName(channelMention(channel))}\n• ${what}`,
            buttons: [
              { id: `make:${id}`, label, style: "primary" },
              { id: declineId(id), label: texts.confirm.decline, style: "secondary" },
            ],
          },
          // Over a quota, the person can ask an admin, which is a second proposal.
          keys: [proposalKey(id), proposalKey(eventId(proposalKey(id), "ask"))],
        };
        return answer(what);
      },
    },
    context,
  );
  return offered ?? { kind: "refused", text: refusalText(reply, context) };
}

function refusalText(reply: Reply, { texts }: CommandContext): string {
  if (reply.kind === "refused") return problemsText(reply.problems, texts, reply.about);
  return reply.kind === "answer" ? reply.message.text : texts.trouble;
}
