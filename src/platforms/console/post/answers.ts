import { randomUUID } from "node:crypto";
import type { ChatEvent, FieldProblem, Responder } from "../../../core/chat/event.ts";
import type { Form } from "../../../core/chat/form.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import { EASEL_ID, type PersonId } from "../api/people.ts";
import type { MessageStore } from "../store/message-store.ts";
import { contentFor, extrasOf } from "./outgoing.ts";
import { keepOutgoing } from "./upload.ts";

/** What the page shows at once to the one who did something: it goes with the answer to their request. */
export interface Shown {
  readonly form?: Form;
  readonly problems?: readonly FieldProblem[];
}

/** Answers one event of a person; `show` takes what goes with the answer to their request. */
export function responderFor(
  deps: { readonly messages: MessageStore; readonly media: MediaStore },
  event: ChatEvent,
  person: PersonId,
  show: (shown: Shown) => void,
): Responder {
  let answers = 0;
  /** False where no message was pressed, or it is gone. */
  const replacePressed = async (message: Message): Promise<boolean> =>
    event.kind === "button" &&
    deps.messages.edit(event.conversation.channel, event.message.id, {
      text: message.text,
      content: extrasOf(message),
    });
  return {
    // The Console shows nothing by itself: the page learns of the acknowledgement by the answer to its request.
    async acknowledge(closing) {
      // The request is committed, whatever becomes of the question.
      if (closing) await replacePressed(closing).catch(() => false);
      return { kind: "heard" };
    },
    async answer(message: Message, closes = false) {
      if (closes && (await replacePressed(message))) return;
      answers += 1;
      const keptFiles = await keepOutgoing(deps.media, message.files ?? []);
      await deps.messages.insert({
        id: randomUUID(),
        channel: event.conversation.channel,
        author: EASEL_ID,
        visibleTo: person,
        // The same event may come again after a crash; its answer must not.
        postKey: `answer:${event.key}:${answers}`,
        text: message.text,
        content: contentFor(message, keptFiles),
        keptFiles,
        ...(message.replyTo ? { replyTo: message.replyTo.id } : {}),
      });
    },
    openForm: async (form) => show({ form }),
    refuseForm: async (problems) => show({ problems }),
  };
}
