import type { Clock } from "../clock.ts";
import type { RemoteJob, RemoteService, RemoteSnapshot } from "../job/remote.ts";

interface StreamContext {
  readonly events: NonNullable<RemoteService["events"]>;
  readonly clock: Clock;
  readonly cancelAsked: AbortSignal;
  readonly onProgress: (snapshot: RemoteSnapshot) => void;
  /** Stop listening after this long: the deadline is due. */
  readonly untilMs: number;
}

/**
 * Listens to a remote job's events until they end. `ended`: a final phase was seen, or something else is to be done first.
 * `broken`: the stream failed, or was closed too soon. Rejects only with the signal's reason.
 */
export async function watchEvents(
  remote: RemoteJob,
  context: StreamContext,
  signal: AbortSignal,
): Promise<"ended" | "broken"> {
  const stop = new AbortController();
  const listening = AbortSignal.any([signal, context.cancelAsked, stop.signal]);
  const deadline = context.clock
    .sleep(Math.max(0, context.untilMs), listening)
    .then(() => stop.abort(new Error("the deadline is due")))
    .catch(() => {});
  try {
    for await (const snapshot of context.events(remote, listening)) {
      context.onProgress(snapshot);
      if (snapshot.phase !== "queued" && snapshot.phase !== "running") return "ended";
    }
    return listening.aborted ? "ended" : "broken";
  } catch {
    signal.throwIfAborted();
    return listening.aborted ? "ended" : "broken";
  } finally {
    stop.abort();
    await deadline;
  }
}
