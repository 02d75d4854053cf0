import { abortReason, NO_LONGER, type Clock } from "./clock.ts";

/** A wake-up call: many may ring, one waits. A ring while nobody waits is kept for the next wait. */
export interface Gate {
  ring(): void;
  /** Resolves at the next ring or after `ms`, whichever is first; rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createGate(clock: Clock): Gate {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(ms, signal) {
      if (!rung) {
        if (signal.aborted) throw abortReason(signal);
        const woken = new AbortController();
        wake = () => woken.abort(NO_LONGER);
        signal.addEventListener("abort", wake, { once: true });
        await clock.sleep(ms, woken.signal).catch(() => {});
        signal.removeEventListener("abort", wake);
        wake = undefined;
      }
      rung = false;
      if (signal.aborted) throw abortReason(signal);
    },
  };
}
