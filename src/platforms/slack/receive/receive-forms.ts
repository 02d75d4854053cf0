import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import { makesSomething } from "../../../command/form/form-id.ts";
import { slackTextsFor } from "../../../text/render/slack.ts";
import type { Responder } from "../../../core/chat/event.ts";
import { shortened } from "../../../core/chat/message.ts";
import { createAcknowledgement } from "../post/acknowledgement.ts";
import { problemsMessage } from "../post/answers.ts";
import { blockOf, filledIn, formOf, isOf, messageView, type SlackView } from "../post/form-view.ts";
import { answersInView, type AnswerPlace } from "./answers-in-view.ts";
import { ViewSubmission } from "./payloads.ts";
import { plainWords } from "../post/rich-text.ts";
import { handOver, whyNotHere, type Send, type Taking } from "./receive.ts";

/** Handles a submitted form. Problems are shown at their fields, and the entered values stay. */
export async function receiveForm(body: unknown, send: Send, taking: Taking): Promise<void> {
  const { user, view, trigger_id } = ViewSubmission.parse(body);
  const state = formOf(view);
  if (!state) return send();
  const person = await taking.people.find(user.id, {
    name: user.name ?? user.username ?? undefined,
    teamId: user.team_id ?? undefined,
  });
  const { values, attachments } = filledIn(view);
  const { conversation, form, opening } = state;
  // A form can be submitted successfully only once. Errors keep it open, and then nothing was accepted.
  const key = ["form", conversation.workspace, view.id, ...(opening === undefined ? [] : [opening])].join(":");
  const texts = slackTextsFor(person.locale);
  const place = { view, userId: user.id, conversation, texts, opening: trigger_id };
  const { responder, end } = responderOf(place, send, taking);
  try {
    // The person can submit it again once Easel is in the channel.
    const refusal = makesSomething(form) ? await whyNotHere(conversation, person, taking) : undefined;
    if (refusal !== undefined) return await responder.refuseForm([{ field: undefined, text: refusal }]);
    await handOver({ kind: "form", key, conversation, actor: person, form, values, attachments }, responder, taking);
  } finally {
    end();
  }
}

function responderOf(
  place: AnswerPlace,
  send: Send,
  taking: Taking,
): { readonly responder: Responder; readonly end: () => void } {
  const { view, conversation, texts } = place;
  const { clock, log } = taking;
  const meanwhile = () => replaced(messageView({ text: texts.stillWorking }, conversation, texts));
  const acknowledgement = createAcknowledgement({ send, meanwhile, clock, log });
  const { answer, openForm } = answersInView(place, taking, async (next) => {
    return (await acknowledgement.give(replaced(next))) === "told";
  });
  const responder: Responder = {
    answer,
    openForm,
    async acknowledge() {
      if ((await acknowledgement.give()) !== "told") await answer({ text: texts.taken });
      return { kind: "heard" };
    },
    async refuseForm(problems) {
      const errors: Record<string, string> = {};
      for (const { field, text, atField } of problems) {
        const block = blockOf(view, field);
        if (block === undefined) continue;
        const said = atField !== undefined && isOf(block, field) ? atField : text;
        errors[block] = shortened([errors[block], plainWords(said)].filter(Boolean).join("\n"), SLACK_BLOCK_CHARACTERS);
      }
      const body = { response_action: "errors", errors };
      // If the acknowledgement is lost, Slack keeps the form open with its values and asks the person to submit it
      // again.
      if (Object.keys(errors).length > 0 && (await acknowledgement.give(body)) !== "late") return;
      await answer(problemsMessage(problems));
    },
  };
  return { responder, end: () => acknowledgement.end() };
}

function replaced(view: SlackView): Record<string, unknown> {
  return { response_action: "update", view };
}
