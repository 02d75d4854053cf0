import { NO_LONGER, type Clock } from "../../lib/clock.ts";
import type { RemoteJob, RemoteService, RemoteSnapshot } from "../../core/job/remote.ts";

interface StreamContext {
  readonly events: NonNullable<RemoteService["events"]>;
  readonly clock: Clock;
  readonly onProgress: (snapshot: RemoteSnapshot) => void;
}

/** How a stream ended. `final` means with a final phase; `broken` means that it failed or was closed too soon. */
export type StreamEnd = "final" | "broken";

/** An event stream that stays open while the job is also polled. */
export interface Listening {
  /** Waits until the stream ends, the wait is interrupted, or the time is over. Undefined while the stream is open. */
  wait(ms: number): Promise<StreamEnd | undefined>;
  /** Ends a wait at once. */
  interrupt(): void;
  /** Closes the stream; resolves when it is closed. No more events follow. */
  close(): Promise<void>;
}

/** Opens a remote job's event stream. Aborting the signal ends it. */
export function listen(remote: RemoteJob, context: StreamContext, signal: AbortSignal): Listening {
  const { clock, onProgress } = context;
  const closing = new AbortController();
  const stop = (): void => closing.abort(NO_LONGER);
  signal.addEventListener("abort", stop, { once: true });
  let isFinal = false;
  let end: StreamEnd | undefined;
  let wake: (() => void) | undefined;
  const onSnapshot = (snapshot: RemoteSnapshot): void => {
    if (isFinal || closing.signal.aborted) return;
    onProgress(snapshot);
    isFinal = snapshot.phase !== "queued" && snapshot.phase !== "running";
  };
  const ended = read();

  async function read(): Promise<void> {
    try {
      await context.events(remote, onSnapshot, closing.signal);
    } catch {
      // The reason of the failure doesn't matter: a poll follows.
    }
    signal.removeEventListener("abort", stop);
    end = isFinal ? "final" : "broken";
    wake?.();
  }

  return {
    wait(ms) {
      if (end !== undefined || ms <= 0) return Promise.resolve(end);
      return new Promise((resolve) => {
        const done = (): void => {
          forget();
          wake = undefined;
          resolve(end);
        };
        const forget = clock.after(ms, done);
        wake = done;
      });
    },
    interrupt: () => wake?.(),
    async close() {
      stop();
      await ended;
    },
  };
}
