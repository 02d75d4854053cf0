import { DISCORD_SEEN } from "../limits.ts";
import type { Handlers } from "../../../core/chat/event.ts";

/** Hands over what people do, and knows when the last of it is through. */
export interface Intake {
  open(handlers: Handlers): void;
  /** Takes nothing more and resolves when the last handler has returned. */
  close(): Promise<void>;
  /** What is asked of the core; undefined while nothing is taken. */
  handlers(): Handlers | undefined;
  /** Runs `work` unless it is closed or the same key was taken a moment ago. `work` calls `untaken` when the key may come again. */
  once(key: string, work: (handlers: Handlers, untaken: () => void) => Promise<void>): Promise<void>;
}

/** Two deliveries to two processes are told apart by the core; this spares the work for two to one. */
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
      // Whoever hears that nothing was taken may send it again at once.
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
