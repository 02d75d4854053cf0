import { randomUUID } from "node:crypto";
import type { ChatEvent, FieldProblem, Responder } from "../../../core/chat/event.ts";
import type { MessageRef } from "../../../core/chat/conversation.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import type { Texts } from "../../../text/texts.ts";
import type { FormView } from "../api/api.ts";
import { EASEL_ID, type PersonId } from "../api/people.ts";
import type { PersonRateLimit } from "../people/person-rate-limit.ts";
import { contentOf } from "../store/message-content.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import type { MessageRow, MessageStore } from "../store/message-store.ts";
import { formView } from "./form-view.ts";
import { contentFor, extrasOf, textOf } from "./outgoing.ts";
import { thumbnailsOf } from "./thumbnails.ts";
import { keepOutgoing } from "./upload.ts";

/** The outcome of an event. The form and the problems are part of the HTTP response to the person who acted. */
export interface Shown {
  readonly form?: FormView;
  readonly problems?: readonly FieldProblem[];
  /** The files are in use: the request was accepted, or waits for the person's confirmation. */
  readonly usesFiles?: true;
}

export interface AnswerDeps {
  readonly messages: MessageStore;
  readonly channels: Pick<KnownChannels, "find">;
  readonly media: MediaStore;
  readonly pace: PersonRateLimit;
  readonly texts: (locale: Locale) => Texts;
}

/** Answers one event of a person. `show` receives the outcome. */
export function responderFor(
  deps: AnswerDeps,
  event: ChatEvent,
  person: PersonId,
  show: (outcome: Shown) => void,
): Responder {
  let answers = 0;
  const findPressed = async (): Promise<MessageRow | undefined> =>
    event.kind === "button" ? deps.messages.find(event.message.id) : undefined;
  /** False if no message was pressed, or it has been removed. */
  const replacePressed = async (message: Message, pressed: MessageRow | undefined): Promise<boolean> => {
    if (!pressed || pressed.removed) return false;
    const { answers: about, beside } = contentOf(pressed);
    return deps.messages.edit(event.conversation.channel, pressed.id, {
      text: textOf(message),
      content: {
        ...extrasOf(message, await thumbnailsOf(message, deps.messages)),
        // A question that replaces another one is about the same message.
        ...(about === undefined || !message.buttons?.length ? {} : { answers: about }),
        ...(beside === undefined ? {} : { beside }),
      },
    });
  };
  return {
    // The page needs no signal here, because the HTTP response acknowledges the event.
    async acknowledge(closing, request) {
      const pressed = await findPressed();
      const asking = event.kind === "text" ? event.message.id : confirmedBy(pressed, request);
      // If this fails, reject so that the page sends the event again: the request stays the same, but its message must not stay
      // hidden.
      if (asking !== undefined) await publish(deps.messages, asking, person);
      // The request is committed even if the question can't be replaced.
      if (closing) await replacePressed(closing, pressed).catch(() => false);
      show({ usesFiles: true });
      return { kind: "heard" };
    },
    async answer(message: Message, closes = false) {
      if (closes && (await replacePressed(message, await findPressed()))) return;
      answers += 1;
      // An event may be repeated after a crash. The key keeps its answer from being posted twice.
      const postKey = `answer:${event.key}:${answers}`;
      const fileCharacters = (message.files ?? []).reduce(
        (sum, file) => sum + file.name.length + file.description.length,
        0,
      );
      const characters = textOf(message).length + JSON.stringify(extrasOf(message)).length + fileCharacters;
      // The event has already been handled, so it can't be refused. A sentence replaces an answer that exceeds the limits.
      const answer: Message = deps.pace.answer(person, postKey, characters)
        ? message
        : { text: deps.texts(event.actor.locale).consoleRoom.tooManyAnswers };
      const keptFiles = await keepOutgoing(deps.media, answer.files ?? []);
      await deps.messages.insert({
        id: randomUUID(),
        channel: event.conversation.channel,
        author: EASEL_ID,
        visibleTo: person,
        postKey,
        text: textOf(answer),
        content: {
          ...contentFor(answer, keptFiles, await thumbnailsOf(answer, deps.messages)),
          // The page offers to change the person's message.
          ...(event.kind === "text" && !message.isDone ? { answers: event.message.id } : {}),
          ...placeOf(event),
        },
        keptFiles,
        ...(message.replyTo ? { replyTo: message.replyTo.id } : {}),
      });
      // An answer with buttons is a question, which keeps the files.
      if (answer.buttons?.length) show({ usesFiles: true });
    },
    openForm: async (form) => show({ form: await formView(form, deps) }),
    refuseForm: async (problems) => show({ problems }),
  };
}

/**
 * Shows a message to everyone, because its request was accepted. Writes nothing if it is already public, because every write
 * takes a revision.
 */
async function publish(messages: AnswerDeps["messages"], id: string, person: PersonId): Promise<void> {
  const row = await messages.find(id);
  if (row && !row.removed && row.visibleTo !== null) await messages.publish(id, person);
}

/**
 * The person's message, if a press has confirmed the request in it. Undefined if the request was changed in a form first: then
 * the message itself was refused, privately.
 */
function confirmedBy(pressed: MessageRow | undefined, request: MessageRef | undefined): string | undefined {
  return request && pressed && contentOf(pressed).answers === request.id ? request.id : undefined;
}

/** The answer to a press or a menu choice is shown below its message, which may be far from the newest one. */
function placeOf(event: ChatEvent): { readonly beside?: string } {
  if (event.kind === "button") return { beside: event.message.id };
  return event.kind === "action" ? { beside: event.target.message.id } : {};
}
