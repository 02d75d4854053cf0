import type { Message } from "../../../core/chat/message.ts";
import type { Milestone, RemoteSnapshot } from "../../../core/job/remote.ts";
import type { Job } from "../../../core/job/job-store.ts";

/** The parts of a running job's last snapshot that a notice shows. */
export interface ReceivedSnapshot extends Pick<RemoteSnapshot, "phase" | "queuePosition" | "percent" | "startedAt"> {
  /** When its percentage was first reported (milliseconds since the Unix epoch). */
  readonly percentAt?: number;
  /** The expected end that the notice last showed (milliseconds since the Unix epoch); undefined before it showed one. */
  readonly shownEnd?: number | undefined;
}

/** Below this percentage, progress says little about the remaining time. */
const USEFUL_PERCENT = 10;
/**
 * The first milestone at or above this percentile gives the expected end: nearly all jobs have ended by then
 * (`docs/gateway.md#images-created-response`).
 */
const NEARLY_ALL_PERCENTILE = 90;
/** Otherwise, the last milestone at or above this percentile does: most jobs have ended by then. */
const MOST_PERCENTILE = 50;
/** Rounds the expected end, so that it stays the same between two polls. */
const STEP_MS = 15_000;

/** A snapshot with the time when its percentage was first reported. Returns `before` if nothing has changed. */
export function receivedSnapshot(
  snapshot: RemoteSnapshot,
  before: ReceivedSnapshot | undefined,
  now: number,
): ReceivedSnapshot {
  const { phase, queuePosition, percent, startedAt } = snapshot;
  const percentAt = before?.percent === percent ? (before?.percentAt ?? now) : now;
  const isSame = before?.phase === phase && before.queuePosition === queuePosition && before.startedAt === startedAt;
  if (isSame && before.percentAt === percentAt) return before;
  return { phase, queuePosition, percent, startedAt, percentAt, shownEnd: before?.shownEnd };
}

/** When the gateway began to work on a running job, or else when it was submitted (milliseconds since the Unix epoch). */
export function begunAt(job: Job, snapshot: Pick<RemoteSnapshot, "startedAt">): number | undefined {
  return snapshot.startedAt ?? job.submittedAt?.getTime();
}

/**
 * When a running job is expected to end, from its progress if the gateway reports it, else from its milestones. `late`: that time
 * has passed. No new time follows a missed one, so that nobody reads “in 10 seconds” for minutes. Undefined if unknown.
 */
export function expectedEnd(job: Job, snapshot: ReceivedSnapshot, now: number): number | "late" | undefined {
  const { percent, percentAt = now, shownEnd } = snapshot;
  if (shownEnd !== undefined && shownEnd <= now) return "late";
  const submitted = job.submittedAt?.getTime();
  if (submitted === undefined) return undefined;
  const begun = begunAt(job, snapshot) ?? submitted;
  const milestone = expectedMilestone(job.guidance?.milestones ?? []);
  const hasProgress = percent !== undefined && percent >= USEFUL_PERCENT && percent < 100 && percentAt > begun;
  const at = hasProgress
    ? begun + ((percentAt - begun) * 100) / percent
    : milestone && submitted + milestone.seconds * 1000;
  if (at === undefined) return undefined;
  const shown = Math.ceil(at / STEP_MS) * STEP_MS;
  return shown <= now ? "late" : shown;
}

function expectedMilestone(milestones: readonly Milestone[]): Milestone | undefined {
  const candidates = milestones
    .filter(({ percentile }) => percentile >= MOST_PERCENTILE)
    .toSorted((one, other) => one.seconds - other.seconds);
  return candidates.find(({ percentile }) => percentile >= NEARLY_ALL_PERCENTILE) ?? candidates.at(-1);
}

/** The expected ends that a notice shows, by job id. */
export function shownEnds(jobs: readonly Job[], { progress }: Message): [string, number][] {
  return jobs.flatMap(({ id, state }, index) => {
    const at = progress?.items[index]?.expectedAt;
    return state === "running" && at !== undefined ? [[id, at] as [string, number]] : [];
  });
}

/** Milliseconds until the first expected end that a notice shows; undefined if it shows none in the future. */
export function nextExpectedInMs({ progress }: Message, now: number): number | undefined {
  const ahead = (progress?.items ?? []).flatMap(({ expectedAt = now }) => (expectedAt > now ? [expectedAt - now] : []));
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}
