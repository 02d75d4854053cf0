import type {
  CreateOutcome,
  FetchOutcome,
  LookOutcome,
  RemoteArtifact,
  RemoteJob,
  RemoteSnapshot,
} from "../../core/job/remote.ts";
import type { AddressBreaker, BreakerCall, Verdict } from "./breaker.ts";
import type { ImageClient } from "../image/image-client.ts";
import { isTimeout } from "./timeouts.ts";

/**
 * A client that sends reads to the address that the breaker chooses, and reports every call's end to the breaker. A create
 * always goes to the address that is stored with it: another one could create it a second time.
 */
export function withFallbackAddress(client: ImageClient, breaker: AddressBreaker): ImageClient {
  async function read<T extends LookOutcome | FetchOutcome>(
    remote: RemoteArtifact,
    signal: AbortSignal,
    act: (remote: RemoteArtifact) => Promise<T>,
  ): Promise<T> {
    const call = breaker.read(remote.baseUrl);
    return judged(call, signal, () => act({ ...remote, baseUrl: call.address }));
  }

  async function events(
    remote: RemoteJob,
    onSnapshot: (snapshot: RemoteSnapshot) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const call = breaker.read(remote.baseUrl);
    try {
      const there = { ...remote, baseUrl: call.address };
      await client.events(
        there,
        (snapshot) => {
          call.ended("answered");
          onSnapshot(snapshot);
        },
        signal,
      );
      call.ended("answered");
    } catch (error) {
      call.ended(verdictOfError(error, signal));
      throw error;
    }
  }

  return {
    create: (create, signal) => judged(breaker.create(create.baseUrl), signal, () => client.create(create, signal)),
    look: (remote, signal) => read(remote, signal, (there) => client.look(there, signal)),
    cancel: (remote, signal) => read(remote, signal, (there) => client.cancel(there, signal)),
    fetchArtifact: (remote, signal) => read(remote, signal, (there) => client.fetchArtifact(there, signal)),
    events,
  };
}

async function judged<T extends CreateOutcome | LookOutcome | FetchOutcome>(
  call: BreakerCall,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<T> {
  try {
    const outcome = await act();
    call.ended(verdictOf(outcome, signal));
    return outcome;
  } finally {
    call.ended("stopped");
  }
}

function verdictOf(outcome: CreateOutcome | LookOutcome | FetchOutcome, signal: AbortSignal): Verdict {
  switch (outcome.kind) {
    case "not_sent":
    case "unknown":
    case "unanswered":
      if (signal.aborted) return "stopped";
      return outcome.timedOut ? "timed_out" : "failed";
    case "created":
    case "refused":
    case "snapshot":
    case "missing":
    case "expired":
    case "denied":
    case "artifact":
    case "unusable":
      return "answered";
  }
}

function verdictOfError(error: unknown, signal: AbortSignal): Verdict {
  if (signal.aborted) return "stopped";
  return isTimeout(error) ? "timed_out" : "failed";
}
