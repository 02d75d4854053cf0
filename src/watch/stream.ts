import { NO_LONGER, type Clock } from "../clock.ts";
import type { RemoteJob, RemoteService, RemoteSnapshot } from "../job/remote.ts";

interface StreamContext {
  readonly events: NonNullable<RemoteService["events"]>;
  readonly clock: Clock;
  readonly cancelAsked: AbortSignal;
  readonly onProgress: (snapshot: RemoteSnapshot) => void;
  /** Stop listening after this long: the deadline is due. */
  readonly untilMs: number;
}

/** A timer can't run longer than 24 days, and one that is told to fires at once; the snapshot is looked at in between. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Listens to a remote job's events until they end. `final`: a final phase was seen. `interrupted`: something else is to be
 * done first. `broken`: the stream failed, or was closed too soon. Rejects only with the signal's reason.
 */
export async function watchEvents(
  remote: RemoteJob,
  context: StreamContext,
  signal: AbortSignal,
): Promise<"final" | "interrupted" | "broken"> {
  const { clock, cancelAsked, onProgress, untilMs } = context;
  const listening = new AbortController();
  const interrupt = (): void => listening.abort(NO_LONGER);
  const forget = clock.after(Math.min(Math.max(0, untilMs), LONGEST_MS), interrupt);
  signal.addEventListener("abort", interrupt, { once: true });
  // A wish that was there before has been passed on already.
  if (!cancelAsked.aborted) cancelAsked.addEventListener("abort", interrupt, { once: true });
  let isFinal = false;
  const onSnapshot = (snapshot: RemoteSnapshot): void => {
    if (isFinal) return;
    onProgress(snapshot);
    isFinal = snapshot.phase !== "queued" && snapshot.phase !== "running";
  };
  try {
    if (!signal.aborted) await context.events(remote, onSnapshot, listening.signal);
  } catch {
    // How it ended is seen below.
  } finally {
    forget();
    signal.removeEventListener("abort", interrupt);
    cancelAsked.removeEventListener("abort", interrupt);
  }
  signal.throwIfAborted();
  if (isFinal) return "final";
  return listening.signal.aborted ? "interrupted" : "broken";
}
