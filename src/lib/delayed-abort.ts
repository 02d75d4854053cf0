import type { Clock } from "./clock.ts";

/** A signal that comes a little later than another one. */
export interface DelayedAbort {
  readonly signal: AbortSignal;
  /** What was to be allowed to end has ended: nothing waits any more. */
  end(): void;
}

/** A signal that is aborted `ms` after the given one, with its reason: time for what is nearly done to end well. */
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
