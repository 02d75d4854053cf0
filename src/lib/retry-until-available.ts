import { backoff } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { DatabaseBusyError, isRetryable } from "./errors.ts";

/** First and longest delay before an unavailable database is tried again. */
const AGAIN_MS = 200;
const AGAIN_CAP_MS = 5_000;
/** The same, while another transaction is changing what the call needs. A change usually takes milliseconds. */
const BUSY_MS = 50;
const BUSY_CAP_MS = 400;

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

/**
 * Calls the database, and repeats the call while another transaction is changing what it needs (`DatabaseBusyError`). Uses no
 * connection between calls. Gives up `patienceMs` after the first call, and then rejects as the last call did.
 */
export async function retryWhileBusy<T>(
  ask: () => Promise<T>,
  patienceMs: number,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
): Promise<T> {
  const until = clock.elapsed() + patienceMs;
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const pauseMs = backoff(tries, BUSY_MS, BUSY_CAP_MS, random);
      if (!(error instanceof DatabaseBusyError) || clock.elapsed() + pauseMs > until) throw error;
      await clock.sleep(pauseMs);
    }
  }
}
