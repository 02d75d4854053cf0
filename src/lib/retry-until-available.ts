import { backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { isRetryable } from "./errors.ts";
import { AGAIN_CAP_MS, AGAIN_MS } from "./limits.ts";

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
