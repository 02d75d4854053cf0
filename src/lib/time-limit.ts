import { abortReason, type Clock } from "./clock.ts";

/**
 * Waits for `work` for `ms` at most. Rejects with what `late` makes when it takes longer, and with the signal's reason when that
 * is aborted first; `work` is told of both by its own signal.
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
