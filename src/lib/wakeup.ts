import { abortReason, type Clock } from "./clock.ts";

/** Has many wakers and one waiter. A wake without a waiter is kept for the next wait. */
export interface Wakeup {
  wake(): void;
  /**
   * Resolves at the next wake or after `ms`, whichever is first; without `ms`, only at a wake. Rejects with the signal's reason.
   */
  wait(ms: number | undefined, signal: AbortSignal): Promise<void>;
}

export function createWakeup(clock: Clock): Wakeup {
  let woken = false;
  let open: (() => void) | undefined;

  return {
    wake() {
      woken = true;
      open?.();
    },
    // Exactly one promise per wait, because thousands may wait for hours.
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          open = undefined;
          forget?.();
          signal.removeEventListener("abort", end);
          woken = false;
          if (signal.aborted) reject(abortReason(signal));
          else resolve();
        };
        let forget: (() => void) | undefined;
        if (woken || signal.aborted) {
          end();
          return;
        }
        if (ms !== undefined) forget = clock.after(ms, end);
        signal.addEventListener("abort", end, { once: true });
        open = end;
      }),
  };
}
