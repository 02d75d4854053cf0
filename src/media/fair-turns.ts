import { abortReason } from "../lib/clock.ts";

/** Gives turns to a limited number of callers; the others wait in order. */
export interface FairTurns {
  /** Resolves with a function that ends the turn, to be called once; rejects with the signal's reason while waiting. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createFairTurns(atOnce: number): FairTurns {
  const waiting: (() => void)[] = [];
  let under = 0;
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else under -= 1;
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (under < atOnce) {
        under += 1;
        return end;
      }
      await new Promise<void>((resolve, reject) => {
        const mine = (): void => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        };
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(mine), 1);
          reject(abortReason(signal));
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(mine);
      });
      return end;
    },
  };
}
