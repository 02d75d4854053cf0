import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { ChatEvent, Handlers, Responder } from "../../../core/chat/event.ts";

/** Passes events to the core and tracks those in progress. */
export interface Intake {
  open(handlers: Handlers): void;
  /** Stops accepting events. Resolves when the last handler has returned. */
  close(): Promise<void>;
  /** The core's handlers. Throws while the intake is closed. */
  handlers(): Handlers;
  take(event: ChatEvent, responder: Responder): Promise<void>;
  /** Runs work that `close` waits for. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function createIntake(): Intake {
  let current: Handlers | undefined;
  const running = new Set<Promise<unknown>>();
  const handlers = (): Handlers => {
    if (!current) throw new PlatformError("unavailable", "this process is not receiving events at the moment");
    return current;
  };
  return {
    open(next) {
      current = next;
    },
    async close() {
      current = undefined;
      while (running.size > 0) await Promise.allSettled(running);
    },
    handlers,
    async take(event, responder) {
      await handlers().event({ ...event, isDirect: isDirect(event.conversation) }, responder);
    },
    async during(work) {
      // Throws if the intake is closed, so that no work begins.
      handlers();
      const run = work();
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
  };
}

/** Slack's ids encode their kind: `D…` is a direct message. */
export function isDirect({ channel }: Conversation): boolean {
  return channel.startsWith("D");
}

/** Where a message with this id is answered: in its thread, or in a new one that it begins. Direct messages need no threads. */
export function answeredAt(place: Conversation, id: string): Conversation {
  return isDirect(place) || place.thread !== undefined ? place : { ...place, thread: id };
}
