/**
 * Time as a dependency: production uses the system's clock, tests advance their own. Everything in a process that waits or
 * reads the time of day takes a Clock, so that no test has to sleep.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch, by the wall clock, which may be set forward or back at any moment. */
  now(): number;
  /** Milliseconds since an arbitrary moment, unaffected by clock changes: for measuring durations. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` once after `ms`, unless the returned function is called first. The cheapest way to wait. */
  after(ms: number, act: () => void): () => void;
}

/** Beyond this, Node's timers fire immediately, so longer sleeps are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: sleepOn(afterTimer),
  after: afterTimer,
};

/** Builds `sleep` from a clock's `after`. */
export function sleepOn(after: Clock["after"]): Clock["sleep"] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortReason(signal));
        return;
      }
      const onAbort = (): void => {
        forget();
        reject(signal ? abortReason(signal) : new Error("aborted"));
      };
      const forget = after(ms, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      });
      signal?.addEventListener("abort", onAbort, { once: true });
    });
}

/** Shared abort reason for cancelled waits: creating one for each would cost more than the wait. */
export const NO_LONGER = new Error("the wait was cancelled");

/** The reason of an aborted signal as an Error. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("aborted", { cause: signal.reason });
}

function afterTimer(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(ms, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}
