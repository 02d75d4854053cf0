/**
 * Starts three parts side by side. When one fails the others are told to give up, and it rejects only when all of them are
 * done, so that none comes up after everything has been taken down.
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
