import { SLACK_REMEMBERED } from "../limits.ts";

/** Adds to a cache, from which the oldest entry is removed when it is full. */
export function remember<T>(cache: Map<string, T>, key: string, value: T): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > SLACK_REMEMBERED && oldest !== undefined) cache.delete(oldest);
}
