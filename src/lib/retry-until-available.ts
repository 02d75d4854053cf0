import { backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { isRetryable } from "./errors.ts";

/** First and longest delay before an unavailable database is tried again. */
const AGAIN_MS = 200;
const AGAIN_CAP_MS = 5_000;

/**
 * Calls the database, and repeats the call while it is unavailable. Rejects with the signal's reason, or with an error
 * that a retry can't fix. The call must be repeatable: a lost answer may have been a success.
 */
export async function retryUntilAvailable<T>(
  ask: () => Promise<T>,
  context: { readonly clock: Clock; readonly random: () => number },
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!isRetryable(error)) throw error;
      await context.clock.sleep(backoff(tries, AGAIN_MS, AGAIN_CAP_MS, context.random), signal);
    }
  }
}
