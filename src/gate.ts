import { abortReason, type Clock } from "./clock.ts";

/** A wake-up call: many may ring, one waits. A ring while nobody waits is kept for the next wait. */
export interface Gate {
  ring(): void;
  /** Resolves at the next ring or after `ms`, whichever is first; rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createGate(clock: Clock): Gate {
  let rung = false;
  let wake: (() => void) | undefined;

  function opened(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const open = (): void => {
        wake = undefined;
        forget();
        signal.removeEventListener("abort", open);
        resolve();
      };
      const forget = clock.after(ms, open);
      signal.addEventListener("abort", open, { once: true });
      wake = open;
    });
  }

  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) await opened(ms, signal);
      rung = false;
      if (signal.aborted) throw abortReason(signal);
    },
  };
}
