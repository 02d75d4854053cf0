/**
 * Starts three parts in parallel. If one fails, aborts the others and rejects only when all three are done, so that none finishes
 * starting after everything has been stopped.
 */
export async function startTogether<A, B, C>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
  third: (signal: AbortSignal) => Promise<C>,
): Promise<[A, B, C]> {
  const failed = new AbortController();
  const starting = AbortSignal.any([signal, failed.signal]);
  const watched = async <T>(start: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await start(starting);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  const parts = [watched(first), watched(second), watched(third)] as const;
  await Promise.allSettled(parts);
  if (failed.signal.aborted) throw failed.signal.reason;
  return Promise.all(parts);
}
