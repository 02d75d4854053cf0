import { SLACK_BLOCK_CHARACTERS } from "../limits.ts";
import { z } from "zod";
import { slackTextsFor, type SlackTexts } from "../../../text/render/slack.ts";
import type { Responder } from "../../../core/chat/event.ts";
import { shortened, type Message } from "../../../core/chat/message.ts";
import { createAcknowledgement } from "../post/acknowledgement.ts";
import { problemsMessage } from "../post/answers.ts";
import { blockOf, filledIn, formOf, formView, messageView } from "../post/form-view.ts";
import { ViewSubmission, type View } from "./payloads.ts";
import { plainWords } from "../post/rich-text.ts";
import { handOver, type Send, type Taking } from "./receive.ts";

/** Handles a submitted form. Problems are shown at their fields, and the entered values stay. */
export async function receiveForm(body: unknown, send: Send, taking: Taking): Promise<void> {
  const { user, view } = ViewSubmission.parse(body);
  const state = formOf(view);
  if (!state) return send();
  const person = await taking.people.find(user.id, {
    name: user.name ?? user.username ?? undefined,
    teamId: user.team_id ?? undefined,
  });
  const { values, attachments } = filledIn(view);
  const { conversation, form } = state;
  // A view can be submitted successfully only once. Errors keep it open, and then nothing was accepted.
  const key = `form:${conversation.workspace}:${view.id}`;
  const texts = slackTextsFor(person.locale);
  const { responder, end } = responderOf({ view, userId: user.id, conversation }, send, texts, taking);
  try {
    await handOver({ kind: "form", key, conversation, actor: person, form, values, attachments }, responder, taking);
  } finally {
    end();
  }
}

function responderOf(
  { view, userId, conversation }: { view: View; userId: string; conversation: Parameters<typeof formView>[1] },
  send: Send,
  texts: SlackTexts,
  { answers, clock, web, log }: Taking,
): { readonly responder: Responder; readonly end: () => void } {
  const said = (message: Message) => messageView(message, texts.answered, texts);
  const meanwhile = () => replaced(said({ text: texts.stillWorking }));
  const acknowledgement = createAcknowledgement({ send, meanwhile, clock, log });
  /** Shows a view in the acknowledgement, or else updates the view, which is still open. */
  const show = async (next: ReturnType<typeof messageView>): Promise<void> => {
    if ((await acknowledgement.give(replaced(next))) === "told") return;
    await web.call("views.update", { view_id: view.id, view: next }, z.looseObject({}));
  };
  const answer = async (message: Message): Promise<void> =>
    show(said(await answers.withoutFiles(conversation, userId, message, texts)));
  const responder: Responder = {
    answer,
    openForm: (form) => show(formView(form, conversation, texts)),
    async acknowledge() {
      if ((await acknowledgement.give()) !== "told") await answer({ text: texts.taken });
      return { kind: "heard" };
    },
    async refuseForm(problems) {
      const errors: Record<string, string> = {};
      for (const { field, text } of problems) {
        const block = blockOf(view, field);
        if (block === undefined) continue;
        errors[block] = shortened([errors[block], plainWords(text)].filter(Boolean).join("\n"), SLACK_BLOCK_CHARACTERS);
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

function replaced(view: ReturnType<typeof messageView>): Record<string, unknown> {
  return { response_action: "update", view };
}
