import { abortReason, NO_LONGER, type Clock } from "../clock.ts";

/** A signal that follows another one and also aborts by itself after a time. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Ends the waiting; the signal stays as it is. Must be called when the work is over, however it ended. */
  done(): void;
}

/** Starts a deadline of `ms`; when it passes, the signal aborts with what `reason` makes. */
export function startDeadline(clock: Clock, ms: number, parent: AbortSignal, reason: () => Error): Deadline {
  const expiry = new AbortController();
  const waiting = new AbortController();
  const onParentAbort = (): void => expiry.abort(abortReason(parent));
  const done = (): void => {
    parent.removeEventListener("abort", onParentAbort);
    waiting.abort(NO_LONGER);
  };
  if (parent.aborted) onParentAbort();
  else parent.addEventListener("abort", onParentAbort, { once: true });
  clock.sleep(ms, waiting.signal).then(
    () => expiry.abort(reason()),
    // Ended before its time: what it guarded is over.
    () => undefined,
  );
  return { signal: expiry.signal, done };
}
