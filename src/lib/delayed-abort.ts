import type { Clock } from "./clock.ts";

/** A signal that follows another one after a delay. */
export interface DelayedAbort {
  readonly signal: AbortSignal;
  /** Stops the timer. Call it when the work has finished. */
  end(): void;
}

/** A signal that is aborted `ms` after the given one, with its reason, so that work that is nearly done can finish. */
export function withDelayedAbort(signal: AbortSignal, ms: number, clock: Clock): DelayedAbort {
  const late = new AbortController();
  let forget: (() => void) | undefined;
  const begin = (): void => {
    forget = clock.after(ms, () => late.abort(signal.reason));
  };
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    signal: late.signal,
    end() {
      signal.removeEventListener("abort", begin);
      forget?.();
    },
  };
}
