/** Yields pushed values in order, so that a test can pull each when it is ready. Stopping early aborts. */
export async function* pulled<T>(
  tell: (push: (item: T) => void, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<T, void, undefined> {
  const items: T[] = [];
  const stop = new AbortController();
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  const push = (item: T): void => {
    items.push(item);
    wake.resolve();
  };
  const end = (): void => {
    isOver = true;
    wake.resolve();
  };
  const told = tell(push, stop.signal);
  told.then(end, end);
  try {
    for (;;) {
      for (const item of items.splice(0)) yield item;
      if (isOver && items.length === 0) return await told;
      await wake.promise;
      wake = Promise.withResolvers<void>();
    }
  } finally {
    stop.abort();
  }
}
