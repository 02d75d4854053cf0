import { AsyncLocalStorage } from "node:async_hooks";
import type { Handlers } from "../../core/chat/event.ts";
import type { Clock } from "../../lib/clock.ts";
import { errorType, stopwatch, type Traces } from "./traces.ts";

/** Traces the events that this process handles, each with the batch that it made. */
export interface EventTracing {
  /** Wraps handlers to record each event as the first span of its batch's trace. */
  handlers(handlers: Handlers, to: { readonly traces: Traces; readonly clock: Clock }): Handlers;
  /** Call while an event is handled, with the batch that it made. */
  made(batchId: string): void;
}

export function createEventTracing(): EventTracing {
  const current = new AsyncLocalStorage<{ batchId: string | undefined }>();
  return {
    handlers: (handlers, { traces, clock }) => ({
      ...handlers,
      async event(event, responder) {
        const watch = stopwatch(clock);
        const handled: { batchId: string | undefined } = { batchId: undefined };
        let error: string | undefined;
        try {
          await current.run(handled, () => handlers.event(event, responder));
        } catch (thrown) {
          error = errorType(thrown);
          throw thrown;
        } finally {
          const { batchId } = handled;
          const attributes = {
            "easel.event": event.key,
            "easel.event.kind": event.kind,
            "easel.platform": event.conversation.platform,
            "easel.batch": batchId,
            "error.type": error,
          };
          traces.record("chat event", { batchId, ...watch(), attributes });
        }
      },
    }),
    made(batchId) {
      const handled = current.getStore();
      if (handled) handled.batchId = batchId;
    },
  };
}
