import type { Clock } from "../../lib/clock.ts";
import { backoff } from "../../lib/backoff.ts";
import { gatewayFailure, ownFailure } from "../../core/job/failure.ts";
import type { DurationGuidance, LookOutcome, RemoteJob, RemoteService, RemoteSnapshot } from "../../core/job/remote.ts";
import type { JobEvent } from "../../core/job/transition.ts";
import { MISSING_INTERVAL_MS, MISSING_LOOKS, RUNNING_LIMIT_MS } from "../../lib/limits.ts";
import type { Cancellation } from "./cancellation.ts";
import { listen, type Listening } from "./progress-stream.ts";

/** Poll times vary by this share of the interval, so that jobs that began together don't poll together. */
export const POLL_JITTER = 0.2;
/** How often an overdue job is polled: it is unlikely to end, and must not cost much. */
export const OVERDUE_POLL_MS = 60_000;
/** Broken event streams in a row before polling takes over. */
export const STREAM_FAILURES_BEFORE_POLLING = 2;
/** The longest time between two polls while an event stream is open: a stream can stay silent although the job has ended. */
export const STREAM_LOOK_MS = 15_000;
/** How long polling goes on before the event stream is tried again. */
export const STREAM_RETRY_MS = 30_000;
/** Cap on the wait between unanswered polls. */
const LOOK_BACKOFF_CAP_MS = 30_000;
/** Cap on the wait between polls of a job that the gateway doesn't find: such an answer may be wrong for a moment or for minutes. */
const MISSING_BACKOFF_CAP_MS = 5 * 60_000;
/** After a failed cancellation, the job is polled after this long, and then asked again: it may not stop in every state. */
export const CANCEL_RETRY_MS = 2_000;

/** A remote job to follow. Times are milliseconds since the Unix epoch. */
export interface Followed {
  readonly remote: RemoteJob;
  readonly submittedAt: number;
  readonly deadlineAt: number;
  readonly overdue: boolean;
}

export interface FollowContext {
  readonly service: RemoteService;
  readonly clock: Clock;
  readonly random: () => number;
  /** How often to poll while no event stream reports: about 1.5 s for pictures, 15 s for clips. */
  readonly pollMs: number;
  readonly cancellation: Cancellation;
  readonly onProgress: (snapshot: RemoteSnapshot) => void;
  /** Called with the gateway's guidance from a poll. Returns the resulting deadline, as `Followed` has it. */
  readonly onGuidance: (guidance: DurationGuidance) => Promise<number>;
  /** Called once when the deadline has passed and a poll did not show the end. */
  readonly onOverdue: () => Promise<void>;
}

/** What is known while a job is followed. One object for each job, because thousands of clips are followed for hours. */
interface Following {
  readonly job: Followed;
  readonly context: FollowContext;
  readonly signal: AbortSignal;
  deadlineAt: number;
  overdue: boolean;
  /** A poll was answered after the deadline. Without that, the gateway may just be unreachable. */
  seenOverdue: boolean;
  /** Answers that there is no such job, counted at most once per `MISSING_INTERVAL_MS`, and the time of the last one counted. */
  missing: number;
  missingAt: number;
  /** All such answers since the last snapshot. */
  missingPolls: number;
  answeredAt: number;
  unanswered: number;
  streamFailures: number;
  pollUntil: number;
  cancelAnswered: boolean;
  /** The last call was a cancellation that got no snapshot, so a poll comes next: it may show the job's end. */
  cancelFailed: boolean;
  listening: Listening | undefined;
  listenMs: number;
  /**
   * The wait before the next poll; undefined for none. Created together with the decision to wait, so that no cancellation in
   * between is missed.
   */
  pause: Promise<void> | undefined;
  /** Ends that wait. */
  wake: (() => void) | undefined;
}

/**
 * Follows a remote job to its end and returns that end. Events are hints; only polls decide. While a stream is open,
 * the job is also polled, because a stream can be silent without being broken. When its deadline has passed, a job is
 * asked to stop, but only after an answered poll. Only an answered poll, or three days without one, ends a job. Rejects
 * only with the signal's reason.
 */
export async function follow(job: Followed, context: FollowContext, signal: AbortSignal): Promise<JobEvent> {
  const it: Following = {
    job,
    context,
    signal,
    deadlineAt: job.deadlineAt,
    overdue: job.overdue,
    seenOverdue: false,
    missing: 0,
    missingAt: Number.NEGATIVE_INFINITY,
    missingPolls: 0,
    answeredAt: job.submittedAt,
    unanswered: 0,
    streamFailures: 0,
    pollUntil: Number.NEGATIVE_INFINITY,
    cancelAnswered: false,
    cancelFailed: false,
    listening: undefined,
    listenMs: 0,
    pause: undefined,
    wake: undefined,
  };
  // Once for all pauses: adding and removing a listener costs more than a pause.
  const onAbort = (): void => it.wake?.();
  signal.addEventListener("abort", onAbort);
  context.cancellation.onAsked = () => {
    it.wake?.();
    it.listening?.interrupt();
  };
  try {
    for (;;) {
      const end = await lookOnce(it);
      if (end) return end;
      await it.pause;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    context.cancellation.onAsked = undefined;
    await stopListening(it);
  }
}

/** Waits for the stream, if there is one, and polls. Returns the job's end, or begins the pause before the next poll. */
async function lookOnce(it: Following): Promise<JobEvent | undefined> {
  const { job, context, signal } = it;
  const { clock, service } = context;
  signal.throwIfAborted();
  if (service.events && !it.listening && mayListen(it)) {
    it.listening = listen(job.remote, { ...context, events: service.events }, signal);
    it.listenMs = streamLookMs(context);
  }
  if (it.listening) {
    const end = await it.listening.wait(Math.min(it.listenMs, it.deadlineAt - clock.now()));
    signal.throwIfAborted();
    if (end !== undefined) it.listening = undefined;
    // An end by a final event counts, too: if the poll below doesn't confirm it, the stream would be reopened in a loop.
    it.streamFailures = end === undefined ? 0 : it.streamFailures + 1;
    if (it.streamFailures >= STREAM_FAILURES_BEFORE_POLLING) {
      it.streamFailures = 0;
      it.pollUntil = clock.elapsed() + STREAM_RETRY_MS;
    }
  }

  if (mustCancel(it)) await stopListening(it);
  const cancelling = mustCancel(it) && !it.cancelFailed;
  const outcome =
    cancelling && service.cancel ? await service.cancel(job.remote, signal) : await service.look(job.remote, signal);
  signal.throwIfAborted();
  const isSnapshot = outcome.kind === "snapshot";
  if (isSnapshot) context.onProgress(outcome.snapshot);
  it.cancelAnswered ||= cancelling && isSnapshot;
  it.cancelFailed = cancelling && !isSnapshot;
  const end = endOf(outcome);
  if (end) return end;
  if (outcome.kind === "snapshot" && outcome.snapshot.guidance) {
    it.deadlineAt = await context.onGuidance(outcome.snapshot.guidance);
  }
  if (!it.overdue && clock.now() >= it.deadlineAt) {
    it.overdue = true;
    await context.onOverdue();
  }
  if (it.overdue && isSnapshot) it.seenOverdue = clock.now() >= it.deadlineAt;
  const gone = goneAfter(outcome, it);
  if (gone) return gone;
  if (!mayListen(it)) await stopListening(it);
  const polling = clock.elapsed() < it.pollUntil;
  const { overdue, unanswered } = it;
  const waitMs =
    outcome.kind === "missing"
      ? missingWaitMs(it)
      : waitAfter(outcome, { cancelling, mustCancel: mustCancel(it), overdue, unanswered, polling }, context);
  it.listenMs = outcome.kind === "missing" ? waitMs : Math.max(waitMs, streamLookMs(context));
  it.pause = it.listening ? undefined : pause(it, waitMs);
  return undefined;
}

/** Counts polls that found no job or got no answer. Returns the job's end when there were too many. */
function goneAfter(outcome: LookOutcome, it: Following): JobEvent | undefined {
  const { clock } = it.context;
  if (outcome.kind === "snapshot") {
    it.missing = 0;
    it.missingAt = Number.NEGATIVE_INFINITY;
    it.missingPolls = 0;
  } else if (outcome.kind === "missing") {
    it.missingPolls++;
    // Polls in between may find the job again, but don't prove any further that it is gone.
    if (clock.elapsed() - it.missingAt >= MISSING_INTERVAL_MS) {
      it.missing++;
      it.missingAt = clock.elapsed();
      if (it.missing >= MISSING_LOOKS) return { type: "remote_gone", failure: ownFailure("expired", outcome.fault) };
    }
  }
  const silent = outcome.kind === "unanswered" || outcome.kind === "denied";
  it.unanswered = silent ? it.unanswered + 1 : 0;
  if (!silent) it.answeredAt = clock.now();
  if (clock.now() - it.answeredAt <= RUNNING_LIMIT_MS) return undefined;
  const fault = outcome.kind === "denied" ? outcome.fault : undefined;
  return { type: "remote_gone", failure: ownFailure("never_answered", fault) };
}

function mustCancel({ context, overdue, seenOverdue, cancelAnswered }: Following): boolean {
  const wanted = context.cancellation.isAsked || (overdue && seenOverdue);
  return wanted && !cancelAnswered && context.service.cancel !== undefined;
}

function mayListen(it: Following): boolean {
  return !mustCancel(it) && !it.overdue && it.context.clock.elapsed() >= it.pollUntil;
}

async function stopListening(it: Following): Promise<void> {
  const open = it.listening;
  it.listening = undefined;
  await open?.close();
}

/** Varied, so that jobs that began together don't poll together; never longer than the bound. */
function streamLookMs({ random }: FollowContext): number {
  return Math.round(STREAM_LOOK_MS * (1 - POLL_JITTER * random()));
}

/** Waits, but not past a cancellation that has just arrived. */
function pause(it: Following, ms: number): Promise<void> | undefined {
  if (ms <= 0 || it.signal.aborted) return undefined;
  return new Promise((resolve) => {
    const forget = it.context.clock.after(ms, resolve);
    it.wake = () => {
      forget();
      resolve();
    };
  });
}

interface Situation {
  readonly cancelling: boolean;
  /** A cancel is still due. */
  readonly mustCancel: boolean;
  readonly overdue: boolean;
  readonly unanswered: number;
  readonly polling: boolean;
}

/** The wait is short at first, in case of a hiccup, then longer, but never past the time at which the next answer counts. */
function missingWaitMs({ missingPolls, missingAt, context }: Following): number {
  const { clock, random, pollMs } = context;
  const soonMs = backoff(missingPolls, pollMs / 2, MISSING_BACKOFF_CAP_MS, random);
  return Math.min(soonMs, missingAt + MISSING_INTERVAL_MS - clock.elapsed());
}

function waitAfter(
  outcome: Exclude<LookOutcome, { kind: "missing" }>,
  situation: Situation,
  context: FollowContext,
): number {
  const { random, pollMs } = context;
  switch (outcome.kind) {
    case "denied":
      return situation.cancelling ? CANCEL_RETRY_MS : OVERDUE_POLL_MS;
    case "unanswered":
      if (situation.mustCancel) return Math.max(outcome.retryAfterMs ?? 0, CANCEL_RETRY_MS);
      // A gateway that says "retry immediately" must not be called in a tight loop.
      return Math.max(
        outcome.retryAfterMs ?? 0,
        backoff(situation.unanswered, pollMs / 2, Math.max(pollMs, LOOK_BACKOFF_CAP_MS), random),
      );
    case "expired":
      return 0;
    case "snapshot":
      if (situation.mustCancel) return 0;
      if (situation.overdue) return OVERDUE_POLL_MS;
      // Events report sooner, if the service has them and they work.
      if (context.service.events && !situation.polling && !situation.cancelling) return 0;
      return Math.round(pollMs * (1 + POLL_JITTER * (random() - 0.5)));
  }
}

/** What an answered poll means for the job, or undefined while it continues. */
function endOf(outcome: LookOutcome): JobEvent | undefined {
  if (outcome.kind === "expired") return { type: "remote_gone", failure: ownFailure("expired", outcome.fault) };
  if (outcome.kind !== "snapshot") return undefined;
  const { snapshot } = outcome;
  switch (snapshot.phase) {
    case "queued":
    case "running":
      return undefined;
    case "completed":
      return { type: "remote_completed", usage: snapshot.usage };
    case "failed":
      return { type: "remote_failed", failure: gatewayFailure(snapshot.fault), usage: snapshot.usage };
    case "cancelled":
      return { type: "remote_cancelled", started: snapshot.startedAt !== undefined };
    case "expired":
      return { type: "remote_gone", failure: ownFailure("expired", snapshot.fault) };
  }
}
