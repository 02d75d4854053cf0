import { IMAGE_POLL_MS } from "../../../src/lib/limits.ts";
import type { DurationGuidance, LookOutcome, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import { Cancellation } from "../../../src/worker/watch/cancellation.ts";
import { follow, type Followed } from "../../../src/worker/watch/watcher.ts";
import { aFault, aSnapshot, EPOCH } from "../database/jobs.ts";
import { aborted, createScriptedRemote, type RemoteScript } from "../gateway/scripted-remote.ts";
import { createSteppedClock } from "./stepped-clock.ts";

export const HOUR_MS = 3_600_000;
export const NEVER = Number.POSITIVE_INFINITY;

export const saw = (changes: Partial<RemoteSnapshot> = {}): LookOutcome => ({
  kind: "snapshot",
  snapshot: aSnapshot(changes),
});
export const completed = saw({ phase: "completed", usage: { images: 1 } });
export const running = saw();
export const missing: LookOutcome = { kind: "missing", fault: aFault({ status: 404, code: "not_found" }) };
export const unanswered: Extract<LookOutcome, { kind: "unanswered" }> = {
  kind: "unanswered",
  reason: "time-out",
  retryAfterMs: undefined,
};

/** A stream that sends these snapshots and stays open. */
export function openAfter(...snapshots: RemoteSnapshot[]): NonNullable<RemoteScript["events"]> {
  return async function* events(_remote, signal) {
    yield* snapshots;
    await aborted(signal);
    throw new Error("the connection was closed by us");
  };
}

/** A stream that sends these snapshots and is then closed by the service. */
export function closedAfter(...snapshots: RemoteSnapshot[]): NonNullable<RemoteScript["events"]> {
  return async function* events() {
    yield* snapshots;
  };
}

export const broken: NonNullable<RemoteScript["events"]> = () => ({
  [Symbol.asyncIterator]: () => ({
    next: async () => {
      throw new Error("reset");
    },
  }),
});

/** A remote job with scripted snapshots: `following` starts following it, and the rest observes. */
export function setUpFollowing(script: RemoteScript, changes: Partial<Followed> = {}) {
  const clock = createSteppedClock(EPOCH.getTime());
  const remote = createScriptedRemote(script);
  const stop = new AbortController();
  const cancellation = new Cancellation();
  const progress: RemoteSnapshot[] = [];
  const guidances: DurationGuidance[] = [];
  let overdues = 0;
  const job: Followed = {
    remote: { baseUrl: "http://gateway.test", apiKey: "sk-secret", remoteId: "r-1" },
    submittedAt: EPOCH.getTime(),
    deadlineAt: NEVER,
    overdue: false,
    ...changes,
  };
  const following = (): ReturnType<typeof follow> =>
    follow(
      job,
      {
        service: remote,
        clock,
        random: () => 1,
        pollMs: IMAGE_POLL_MS,
        cancellation,
        onProgress: (snapshot) => progress.push(snapshot),
        onGuidance: async (guidance) => {
          guidances.push(guidance);
          return job.submittedAt + guidance.timeoutSeconds * 1000;
        },
        onOverdue: async () => {
          overdues++;
        },
      },
      stop.signal,
    );
  const count = (name: string): number => remote.calls.filter((call) => call === name).length;
  return { clock, remote, stop, cancellation, progress, guidances, following, count, overdues: () => overdues };
}
