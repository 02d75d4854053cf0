import type { Database } from "../../db/connection.ts";
import { randomUUID } from "node:crypto";
import { EaselError } from "../../errors.ts";
import { PlatformError } from "../errors.ts";
import type { ChatEvent, EventHandler, Responder } from "../event.ts";
import type { Message } from "../message.ts";
import { contentFor } from "./outgoing.ts";
import { keepOutgoing } from "./files.ts";
import { CONSOLE_FILE_BYTES } from "../../limits.ts";
import type { MediaStore } from "../../media/store.ts";
import { insertMessage } from "./message-store.ts";
import { EASEL_ID, type PersonId } from "./people.ts";

/** The handler took nothing: the same event must come again. */
export class NotTakenError extends EaselError {
  constructor(cause: unknown) {
    super("not_taken", "the event was not taken", { retryable: true, cause });
  }
}

/** Gives what people do to the handler, and knows when the last of it is through. */
export interface Intake {
  open(handler: EventHandler): void;
  /** Takes nothing more and resolves when the last handler has returned. */
  close(): Promise<void>;
  /** Resolves when the event is committed or answered; rejects with `NotTakenError` when nothing was taken. */
  take(event: ChatEvent, person: PersonId): Promise<void>;
}

export function createIntake(deps: { readonly db: Database; readonly media: MediaStore }): Intake {
  let handler: EventHandler | undefined;
  const running = new Set<Promise<void>>();

  return {
    open(next) {
      handler = next;
    },
    async close() {
      handler = undefined;
      await Promise.allSettled(running);
    },
    async take(event, person) {
      if (!handler) throw new PlatformError("unavailable", "the Console is not taking events");
      const run = handler(event, responderFor(deps, event, person));
      running.add(run);
      try {
        await run;
      } catch (error) {
        throw new NotTakenError(error);
      } finally {
        running.delete(run);
      }
    },
  };
}

function responderFor(
  deps: { readonly db: Database; readonly media: MediaStore },
  event: ChatEvent,
  person: PersonId,
): Responder {
  let answers = 0;
  return {
    // The Console shows nothing by itself: the page learns of the acknowledgement by the answer to its request.
    acknowledge: () => Promise.resolve(undefined),
    async answer(message: Message) {
      answers += 1;
      const keptFiles = await keepOutgoing(deps.media, message.files ?? [], CONSOLE_FILE_BYTES);
      await insertMessage(deps.db, {
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
  };
}
