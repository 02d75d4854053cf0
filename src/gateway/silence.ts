import { abortReason, NO_LONGER, type Clock } from "../clock.ts";

/** A signal that aborts when nothing has been heard for too long, or when another one does. */
export interface SilenceWatch {
  readonly signal: AbortSignal;
  /** Something came: the time begins anew. Costs nothing, so it may be called for every chunk. */
  heard(): void;
  /** Ends the watch. Must be called when the work is over, however it ended. */
  done(): void;
}

/** Starts watching; after `ms` of silence the signal aborts with what `reason` makes. */
export function startSilenceWatch(clock: Clock, ms: number, parent: AbortSignal, reason: () => Error): SilenceWatch {
  const silence = new AbortController();
  const over = new AbortController();
  let heardAt = clock.now();

  async function watch(): Promise<void> {
    // One timer a stream, however much comes: it looks at the time only when it wakes.
    for (let leftMs = ms; leftMs > 0; leftMs = heardAt + ms - clock.now()) await clock.sleep(leftMs, over.signal);
    silence.abort(reason());
  }

  const onParentAbort = (): void => silence.abort(abortReason(parent));
  if (parent.aborted) onParentAbort();
  else parent.addEventListener("abort", onParentAbort, { once: true });
  // Rejects only when it is over.
  watch().catch(() => undefined);
  return {
    signal: silence.signal,
    heard() {
      heardAt = clock.now();
    },
    done() {
      parent.removeEventListener("abort", onParentAbort);
      over.abort(NO_LONGER);
    },
  };
}
