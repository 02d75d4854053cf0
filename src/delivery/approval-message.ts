import { encodeConversation, type Conversation } from "../chat/conversation.ts";
import { escapeText, shortened, type Message } from "../chat/message.ts";
import { textsFor, type Texts } from "../text/texts.ts";
import type { Approval } from "./approvals.ts";
import { particulars } from "./particulars.ts";
import type { BatchView } from "./store.ts";

const SHOWN_PROMPT = 500;

/** The question to admins, as it stands in this conversation. */
export function approvalQuestion(view: BatchView, approval: Approval, at: Conversation): Message {
  const { batch } = view;
  const texts = textsFor(batch.locale);
  const say = texts.approval;
  const isHere = encodeConversation(at) === encodeConversation(batch.conversation);
  const wasElsewhere = approval.conversation && encodeConversation(approval.conversation) !== encodeConversation(at);
  return {
    text: [
      ...about(view, approval, texts),
      say.onlyAdmins,
      ...(wasElsewhere ? [say.notThere] : isHere ? [say.noChannel] : []),
    ].join("\n"),
    buttons: [
      { id: `approve:${batch.id}`, label: say.approve, style: "primary" },
      { id: `decline:${batch.id}`, label: say.decline, style: "danger" },
    ],
  };
}

/** What became of the question. */
export function approvalOutcome(view: BatchView, approval: Approval): Message {
  const texts = textsFor(view.batch.locale);
  return { text: [...about(view, approval, texts), outcomeText(view, approval, texts)].join("\n") };
}

function about({ batch, jobs }: BatchView, { reasons }: Approval, texts: Texts): string[] {
  const say = texts.approval;
  const { request } = batch;
  const prompt = escapeText(shortened(request.prompt.replaceAll(/\s+/g, " "), SHOWN_PROMPT));
  const asks = say.asks(escapeText(batch.requesterName), batch.service, jobs.length);
  const because = (["threshold", "quota"] as const).filter((reason) => reasons.includes(reason));
  return [
    `${asks}: “${prompt}”`,
    escapeText(request.model),
    ...particulars(request, texts),
    ...because.map((reason) => say.because[reason]),
  ];
}

function outcomeText({ jobs }: BatchView, { state, decidedBy = "" }: Approval, { approval: say }: Texts): string {
  if (state === "approved") return say.approved(escapeText(decidedBy));
  if (state === "declined") return say.declined(escapeText(decidedBy));
  return jobs.some((job) => job.failure?.reason === "not_approved") ? say.expired : say.takenBack;
}
