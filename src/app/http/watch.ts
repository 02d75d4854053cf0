import { backoff } from "../../lib/backoff.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createWakeup } from "../../lib/wakeup.ts";

/** First and longest wait before an unavailable service is polled again. */
export const PART_AGAIN_MS = 1_000;
export const PART_AGAIN_CAP_MS = 30_000;
/** A service counts as unavailable after this many consecutive failures, because a single one may be chance. */
export const PART_FAILURES = 3;

/** Whether an external service is available. `away` recovers by itself; `refused` needs a person. */
export type PartState = { readonly kind: "up" } | { readonly kind: "away" | "refused"; readonly reason: string };

/** Tracks the availability of one external service. */
export interface Watch {
  state(): PartState;
  /** Call after each request to the service, with the failure or undefined. */
  heard(failure: string | undefined): void;
  /**
   * Polls an unavailable service until it answers. Ends when the signal is aborted. `ask` returns the service's state and
   * rejects only when its signal is aborted.
   */
  run(ask: (signal: AbortSignal) => Promise<PartState>, signal: AbortSignal): Promise<void>;
}

/** `first`: the state at the start. */
export function createWatch(
  name: string,
  first: PartState,
  context: { readonly clock: Clock; readonly random: () => number; readonly log: Logger },
): Watch {
  const { clock, random, log } = context;
  let state = first;
  let failures = 0;
  const changes = createWakeup(clock);

  const become = (next: PartState): void => {
    const isNews = next.kind !== state.kind;
    state = next;
    if (!isNews) return;
    if (next.kind === "up") log.info({ part: name }, "an external service is back");
    else if (next.kind === "away") log.warn({ part: name, reason: next.reason }, "an external service is unavailable");
    else
      log.error(
        { part: name, reason: next.reason },
        "an external service refuses its key or access; correct its configuration",
      );
    changes.wake();
  };

  return {
    state: () => state,
    heard(failure) {
      failures = failure === undefined ? 0 : failures + 1;
      // A success doesn't end `refused`: it may be the answer to another key while ours is refused.
      if (failure === undefined && state.kind === "away") become({ kind: "up" });
      if (failure !== undefined && failures >= PART_FAILURES && state.kind === "up") {
        become({ kind: "away", reason: failure });
      }
    },
    async run(ask, signal) {
      for (let tries = 0; !signal.aborted;) {
        if (state.kind === "up") {
          tries = 0;
          await changes.wait(undefined, signal).catch(() => {});
          continue;
        }
        const pauseMs =
          state.kind === "away" ? backoff(tries++, PART_AGAIN_MS, PART_AGAIN_CAP_MS, random) : PART_AGAIN_CAP_MS;
        await clock.sleep(pauseMs, signal).catch(() => {});
        if (signal.aborted) return;
        try {
          become(await ask(signal));
        } catch (error) {
          if (!signal.aborted) throw error;
        }
      }
    },
  };
}
