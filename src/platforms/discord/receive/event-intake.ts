import { DISCORD_SEEN } from "../limits.ts";
import type { Handlers } from "../../../core/chat/event.ts";

/** Passes events to the core and tracks those in progress. */
export interface Intake {
  open(handlers: Handlers): void;
  /** Stops accepting events. Resolves when the last handler has returned. */
  close(): Promise<void>;
  /** The core's handlers. Undefined while the intake is closed. */
  handlers(): Handlers | undefined;
  /**
   * Runs `work` unless the intake is closed or the same key arrived recently. `work` calls `untaken` so that a repeated delivery
   * of the key is handled.
   */
  once(key: string, work: (handlers: Handlers, untaken: () => void) => Promise<void>): Promise<void>;
}

/** Skips repeated deliveries to this process. The core detects deliveries to two processes. */
export function createIntake(): Intake {
  let handlers: Handlers | undefined;
  const running = new Set<Promise<void>>();
  const seen = new Set<string>();
  return {
    open(next) {
      handlers = next;
    },
    async close() {
      handlers = undefined;
      await Promise.allSettled(running);
    },
    handlers: () => handlers,
    async once(key, work) {
      if (!handlers || seen.has(key)) return;
      seen.add(key);
      const [oldest] = seen;
      if (seen.size > DISCORD_SEEN && oldest !== undefined) seen.delete(oldest);
      // The sender may repeat a rejected event immediately.
      const run = work(handlers, () => seen.delete(key));
      running.add(run);
      try {
        await run;
      } finally {
        running.delete(run);
      }
    },
  };
}
