import type { Clock } from "./clock.ts";

/** How often a background task is repeated, and what hears of its failures. */
interface Repetition {
  /** The pause between the end of one round and the beginning of the next. */
  readonly pauseMs: number;
  readonly clock: Clock;
  /** Hears of a round that failed, except because of the stop. The next round is the next try. */
  readonly onError: (error: unknown) => void;
}

/**
 * Does `work` at once, and again after each pause, until the signal is aborted. Rejects then with the signal's reason. Does nothing if
 * the signal is aborted already.
 */
export async function repeat(
  work: () => Promise<unknown>,
  { pauseMs, clock, onError }: Repetition,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
    }
    await clock.sleep(pauseMs, signal);
  }
}
