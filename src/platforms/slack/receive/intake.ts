import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { ChatEvent, Handlers, Responder } from "../../../core/chat/event.ts";

/** Passes what people do on to the core, and knows when the last of it is through. */
export interface Intake {
  open(handlers: Handlers): void;
  /** Takes nothing more and resolves when the last of it has returned. */
  close(): Promise<void>;
  /** The core, while it listens; throws when it does not. */
  handlers(): Handlers;
  take(event: ChatEvent, responder: Responder): Promise<void>;
  /** Counts a piece of work among what `close` waits for. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function createIntake(): Intake {
  let current: Handlers | undefined;
  const running = new Set<Promise<unknown>>();
  const handlers = (): Handlers => {
    if (!current) throw new PlatformError("unavailable", "this process takes no events at the moment");
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
      // Nothing begins once nobody listens any more.
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

/** Slack's ids say what they are of: `D…` is a conversation with one person alone. */
export function isDirect({ channel }: Conversation): boolean {
  return channel.startsWith("D");
}
