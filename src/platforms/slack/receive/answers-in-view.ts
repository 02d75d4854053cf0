import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Responder } from "../../../core/chat/event.ts";
import type { SlackTexts } from "../../../text/render/slack.ts";
import { formView, messageView, type SlackView } from "../post/form-view.ts";
import type { View } from "./payloads.ts";
import type { Taking } from "./receive.ts";

/** An open modal and its user. */
export interface AnswerPlace {
  readonly view: View;
  readonly userId: string;
  readonly conversation: Conversation;
  readonly texts: SlackTexts;
  /** Separates a form that is opened now from earlier ones in the same view. */
  readonly opening: string;
}

/**
 * Answers in a modal that is open: messages and forms take the place of what it shows.
 * @param first shows a view with the acknowledgement of what is answered. False if it must be sent another way.
 */
export function answersInView(
  { view, userId, conversation, texts, opening }: AnswerPlace,
  { answers, web }: Pick<Taking, "answers" | "web">,
  first: (next: SlackView) => Promise<boolean>,
): Pick<Responder, "answer" | "openForm"> {
  const show = async (next: SlackView): Promise<void> => {
    if (!(await first(next))) await web.call("views.update", { view_id: view.id, view: next }, z.looseObject({}));
  };
  return {
    answer: async (message) =>
      show(messageView(await answers.withoutFiles(conversation, userId, message, texts), conversation, texts)),
    // The first view can go out with an acknowledgement, and then Slack does not report whether it has the picture.
    openForm: (form) => show(formView(form, conversation, texts, { opening })),
  };
}
