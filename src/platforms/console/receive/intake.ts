import { randomUUID } from "node:crypto";
import { EaselError } from "../../../lib/errors.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type {
  ChatEvent,
  FieldProblem,
  Handlers,
  ReformQuery,
  Responder,
  SuggestionQuery,
} from "../../../core/chat/event.ts";
import type { Form, Suggestion } from "../../../core/chat/form.ts";
import type { Message } from "../../../core/chat/message.ts";
import { contentFor, extrasOf } from "../post/outgoing.ts";
import { keepOutgoing } from "./files.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import type { MessageStore } from "../post/message-store.ts";
import { EASEL_ID, type PersonId } from "../api/people.ts";

/** The handler took nothing: the same event must come again. */
export class NotTakenError extends EaselError {
  constructor(cause: unknown) {
    super("not_taken", "the event was not taken", { retryable: true, cause });
  }
}

/** What the page shows at once to the one who did something: it goes with the answer to their request. */
export interface Shown {
  readonly form?: Form;
  readonly problems?: readonly FieldProblem[];
}

/** Gives what people do to the handlers, and knows when the last of it is through. */
export interface Intake {
  open(handlers: Handlers): void;
  /** Takes nothing more and resolves when the last handler has returned. */
  close(): Promise<void>;
  /** Resolves when the event is committed or answered; rejects with `NotTakenError` when nothing was taken. */
  take(event: ChatEvent, person: PersonId): Promise<Shown>;
  suggest(query: SuggestionQuery): Promise<readonly Suggestion[]>;
  reform(query: ReformQuery): Promise<Form | undefined>;
}

export function createIntake(deps: { readonly messages: MessageStore; readonly media: MediaStore }): Intake {
  let handlers: Handlers | undefined;
  const running = new Set<Promise<void>>();

  return {
    open(next) {
      handlers = next;
    },
    async close() {
      handlers = undefined;
      await Promise.allSettled(running);
    },
    async take(event, person) {
      if (!handlers) throw new PlatformError("unavailable", "the Console is not taking events");
      let shown: Shown = {};
      const show = (more: Shown): void => {
        shown = more;
      };
      const run = handlers.event(event, responderFor(deps, event, person, show));
      running.add(run);
      try {
        await run;
      } catch (error) {
        throw new NotTakenError(error);
      } finally {
        running.delete(run);
      }
      return shown;
    },
    suggest: async (query) => (await handlers?.suggest(query)) ?? [],
    reform: async (query) => handlers?.reform(query),
  };
}

function responderFor(
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
