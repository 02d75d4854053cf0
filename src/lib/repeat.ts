import type { Clock } from "./clock.ts";

/** How a background task is repeated, and how its failures are handled. */
interface Repetition {
  /** The pause between the end of one round and the beginning of the next. */
  readonly pauseMs: number;
  readonly clock: Clock;
  /** Called when a round failed, except because of the signal. The next round is the retry. */
  readonly onError: (error: unknown) => void;
}

/**
 * Does `work` immediately, and again after each pause, until the signal is aborted; then rejects with the signal's reason. Does
 * nothing if the signal is already aborted.
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
