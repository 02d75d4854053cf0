import { abortReason, type Clock } from "../../lib/clock.ts";

/** A signal that aborts with another one, or after a time limit. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Stops the timer; the signal stays as it is. Must be called when the work is over, however it ended. */
  done(): void;
}

/** Starts a deadline. After `ms`, the signal aborts with what `reason` returns. */
export function startDeadline(clock: Clock, ms: number, parent: AbortSignal, reason: () => Error): Deadline {
  const expiry = new AbortController();
  const onParentAbort = (): void => expiry.abort(abortReason(parent));
  const forget = clock.after(ms, () => expiry.abort(reason()));
  if (parent.aborted) onParentAbort();
  else parent.addEventListener("abort", onParentAbort, { once: true });
  return {
    signal: expiry.signal,
    done() {
      parent.removeEventListener("abort", onParentAbort);
      forget();
    },
  };
}
