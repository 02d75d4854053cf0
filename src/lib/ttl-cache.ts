import { addToCache } from "./bounded-cache.ts";
import type { Clock } from "./clock.ts";

/**
 * Caches up to `max` answers by key for `keptMs`. Concurrent callers share one call. Failures are not cached.
 * @returns the cached answer for a key, or what `ask` answers
 */
export function createTtlCache<T>(
  clock: Pick<Clock, "elapsed">,
  { keptMs, max }: { readonly keptMs: number; readonly max: number },
): (key: string, ask: () => Promise<T>) => Promise<T> {
  const known = new Map<string, { readonly since: number; readonly answer: Promise<T> }>();
  return async (key, ask) => {
    const now = clock.elapsed();
    const remembered = known.get(key);
    if (remembered && now - remembered.since < keptMs) return remembered.answer;
    const answer = ask();
    addToCache(known, key, { since: now, answer }, max);
    try {
      return await answer;
    } catch (error) {
      if (known.get(key)?.answer === answer) known.delete(key);
      throw error;
    }
  };
}
