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
  const stop = new AbortController();
  // A wish that was there before has been passed on already.
  const wishes = context.cancelAsked.aborted ? [] : [context.cancelAsked];
  const listening = AbortSignal.any([signal, stop.signal, ...wishes]);
  const deadline = context.clock
    .sleep(Math.min(Math.max(0, context.untilMs), LONGEST_MS), listening)
    .then(() => stop.abort(new Error("the deadline is due")))
    .catch(() => {});
  try {
    for await (const snapshot of context.events(remote, listening)) {
      context.onProgress(snapshot);
      if (snapshot.phase !== "queued" && snapshot.phase !== "running") return "final";
    }
    return listening.aborted ? "interrupted" : "broken";
  } catch {
    signal.throwIfAborted();
    return listening.aborted ? "interrupted" : "broken";
  } finally {
    stop.abort(NO_LONGER);
    await deadline;
  }
}
