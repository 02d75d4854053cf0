import type { Clock } from "./clock.ts";

/** Adds to a cache. Evicts the oldest entry if the cache is full. */
export function remember<T>(cache: Map<string, T>, key: string, value: T, max: number): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > max && oldest !== undefined) cache.delete(oldest);
}

/**
 * Caches up to `max` answers by key for `keptMs`. Concurrent callers share one call. Failures are not cached.
 * @returns the cached answer for a key, or what `ask` answers
 */
export function rememberAnswers<T>(
  clock: Pick<Clock, "elapsed">,
  { keptMs, max }: { readonly keptMs: number; readonly max: number },
): (key: string, ask: () => Promise<T>) => Promise<T> {
  const known = new Map<string, { readonly since: number; readonly answer: Promise<T> }>();
  return async (key, ask) => {
    const now = clock.elapsed();
    const remembered = known.get(key);
    if (remembered && now - remembered.since < keptMs) return remembered.answer;
    const answer = ask();
    remember(known, key, { since: now, answer }, max);
    try {
      return await answer;
    } catch (error) {
      if (known.get(key)?.answer === answer) known.delete(key);
      throw error;
    }
  };
}
