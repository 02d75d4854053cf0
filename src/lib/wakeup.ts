import { abortReason, type Clock } from "./clock.ts";

/** A wake-up call: many may ring, one waits. A ring while nobody waits is kept for the next wait. */
export interface Wakeup {
  ring(): void;
  /** Resolves at the next ring or after `ms`, whichever is first; rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWakeup(clock: Clock): Wakeup {
  let rung = false;
  let wake: (() => void) | undefined;

  return {
    ring() {
      rung = true;
      wake?.();
    },
    // One promise for each wait, and no more: thousands may wait for hours.
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const open = (): void => {
          wake = undefined;
          forget?.();
          signal.removeEventListener("abort", open);
          rung = false;
          if (signal.aborted) reject(abortReason(signal));
          else resolve();
        };
        let forget: (() => void) | undefined;
        if (rung || signal.aborted) {
          open();
          return;
        }
        forget = clock.after(ms, open);
        signal.addEventListener("abort", open, { once: true });
        wake = open;
      }),
  };
}
