import { abortReason, type Clock } from "./clock.ts";

/**
 * Waits at most `ms` for `work`. Rejects with the error from `late` when it takes longer, and with the signal's reason when
 * that is aborted first; in both cases `work`'s own signal is aborted.
 */
export async function withTimeLimit<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  context: { readonly clock: Clock; readonly signal: AbortSignal; readonly late: () => Error },
): Promise<T> {
  const over = new AbortController();
  const forget = context.clock.after(ms, () => over.abort(context.late()));
  const during = AbortSignal.any([context.signal, over.signal]);
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(abortReason(during));
  during.addEventListener("abort", end, { once: true });
  try {
    during.throwIfAborted();
    return await Promise.race([work(during), ended.promise]);
  } catch (error) {
    throw during.aborted ? abortReason(during) : error;
  } finally {
    forget();
    during.removeEventListener("abort", end);
  }
}

/**
 * Stops waiting for work that may not end when it is cancelled, and rejects with the signal's reason. What the work still does has no
 * effect on the caller. Does not begin the work after the abort.
 */
export async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work();
  if (signal.aborted) throw abortReason(signal);
  const working = work();
  working.catch(() => {});
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(abortReason(signal));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([working, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
