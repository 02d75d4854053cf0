import { backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { isRetryable } from "./errors.ts";

/** First wait and longest wait before a database that is away is asked again. */
const AGAIN_MS = 200;
const AGAIN_CAP_MS = 5_000;

/**
 * Asks the database, again and again while it is away. Rejects with the signal's reason, or with an error that no repetition
 * mends. What is asked must bear being done twice: an answer that got lost may have been a yes.
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
