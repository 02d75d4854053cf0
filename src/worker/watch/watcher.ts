import type { Clock } from "../../lib/clock.ts";
import { backoff } from "../../lib/backoff.ts";
import { gatewayFailure, ownFailure } from "../../core/job/failure.ts";
import type { DurationGuidance, LookOutcome, RemoteJob, RemoteService, RemoteSnapshot } from "../../core/job/remote.ts";
import type { JobEvent } from "../../core/job/transition.ts";
import { MISSING_INTERVAL_MS, MISSING_LOOKS, RUNNING_LIMIT_MS } from "../../lib/limits.ts";
import { listen, type Listening } from "./stream.ts";

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
/** An unanswered cancellation is repeated after this long. */
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
  /** How often to poll while events don't report: about 1.5 s for pictures, 15 s for clips. */
  readonly pollMs: number;
  /** Aborted once the member asks to cancel. */
  readonly cancelAsked: AbortSignal;
  readonly onProgress: (snapshot: RemoteSnapshot) => void;
  /** Called with the gateway's guidance from a poll. Returns the resulting deadline, as `Followed` has it. */
  readonly onGuidance: (guidance: DurationGuidance) => Promise<number>;
  /** Called once when the deadline has passed and a poll did not show the end. */
  readonly onOverdue: () => Promise<void>;
}

/**
 * Follows a remote job to its end and returns that end. Events are hints; only polls decide. While a stream is open,
 * the job is also polled, because a stream can be silent without being broken. When its deadline has passed, a job is
 * asked to stop, but only after an answered poll. Only an answered poll, or three days without one, ends a job. Rejects
 * only with the signal's reason.
 */
export async function follow(job: Followed, context: FollowContext, signal: AbortSignal): Promise<JobEvent> {
  const { clock, service } = context;
  let { overdue, deadlineAt } = job;
  /** A poll was answered after the deadline, so the job really takes too long. */
  let seenOverdue = false;
  let missing = 0;
  let missingAt = Number.NEGATIVE_INFINITY;
  let answeredAt = job.submittedAt;
  let unanswered = 0;
  let streamFailures = 0;
  let pollUntil = Number.NEGATIVE_INFINITY;
  let cancelAnswered = false;
  let listening: Listening | undefined;
  let listenMs = 0;

  const mustCancel = (): boolean => {
    const wanted = context.cancelAsked.aborted || (overdue && seenOverdue);
    return wanted && !cancelAnswered && service.cancel !== undefined;
  };

  try {
    for (;;) {
      signal.throwIfAborted();
      if (service.events && !listening && mayListen()) {
        listening = listen(job.remote, { ...context, events: service.events }, signal);
        listenMs = streamLookMs();
      }
      if (listening) {
        const end = await listening.wait(Math.min(listenMs, deadlineAt - clock.now()));
        signal.throwIfAborted();
        if (end !== undefined) listening = undefined;
        // Includes an end that the poll below does not confirm: such a stream would be reopened in a loop.
        streamFailures = end === undefined ? 0 : streamFailures + 1;
        if (streamFailures >= STREAM_FAILURES_BEFORE_POLLING) {
          streamFailures = 0;
          pollUntil = clock.elapsed() + STREAM_RETRY_MS;
        }
      }

      const cancelling = mustCancel();
      if (cancelling) await stopListening();
      const outcome =
        cancelling && service.cancel
          ? await service.cancel(job.remote, signal)
          : await service.look(job.remote, signal);
      signal.throwIfAborted();
      if (outcome.kind === "snapshot") {
        context.onProgress(outcome.snapshot);
        if (cancelling) cancelAnswered = true;
      }
      const end = endOf(outcome);
      if (end) return end;
      if (outcome.kind === "snapshot" && outcome.snapshot.guidance) {
        deadlineAt = await context.onGuidance(outcome.snapshot.guidance);
      }
      if (!overdue && clock.now() >= deadlineAt) {
        overdue = true;
        await context.onOverdue();
      }
      if (overdue && outcome.kind === "snapshot") seenOverdue = clock.now() >= deadlineAt;

      if (outcome.kind !== "missing") {
        missing = 0;
        missingAt = Number.NEGATIVE_INFINITY;
      } else if (clock.elapsed() - missingAt >= MISSING_INTERVAL_MS) {
        // A cancellation only brings the poll forward. It is no additional proof.
        missing++;
        missingAt = clock.elapsed();
        if (missing >= MISSING_LOOKS) return { type: "remote_gone", failure: ownFailure("expired", outcome.fault) };
      }
      const silent = outcome.kind === "unanswered" || outcome.kind === "denied";
      unanswered = silent ? unanswered + 1 : 0;
      if (!silent) answeredAt = clock.now();
      if (clock.now() - answeredAt > RUNNING_LIMIT_MS) {
        const fault = outcome.kind === "denied" ? outcome.fault : undefined;
        return { type: "remote_gone", failure: ownFailure("never_answered", fault) };
      }
      if (!mayListen()) await stopListening();
      const polling = clock.elapsed() < pollUntil;
      const waitMs = waitAfter(
        outcome,
        { cancelling, mustCancel: mustCancel(), overdue, unanswered, polling },
        context,
      );
      listenMs = Math.max(waitMs, streamLookMs());
      if (!listening) await pause(waitMs);
    }
  } finally {
    await stopListening();
  }

  function mayListen(): boolean {
    return !mustCancel() && !overdue && missing === 0 && clock.elapsed() >= pollUntil;
  }

  async function stopListening(): Promise<void> {
    const open = listening;
    listening = undefined;
    await open?.close();
  }

  /** Varied, so that jobs that began together don't poll together; never longer than the bound. */
  function streamLookMs(): number {
    return Math.round(STREAM_LOOK_MS * (1 - POLL_JITTER * context.random()));
  }

  /** Waits, but not past a cancellation that has just arrived. */
  function pause(ms: number): Promise<void> | undefined {
    if (ms <= 0 || signal.aborted) return undefined;
    const wakers = context.cancelAsked.aborted ? [signal] : [signal, context.cancelAsked];
    return new Promise((resolve) => {
      const wake = (): void => {
        forget();
        for (const waker of wakers) waker.removeEventListener("abort", wake);
        resolve();
      };
      const forget = clock.after(ms, wake);
      for (const waker of wakers) waker.addEventListener("abort", wake, { once: true });
    });
  }
}

interface Situation {
  readonly cancelling: boolean;
  /** A cancel is due now. */
  readonly mustCancel: boolean;
  readonly overdue: boolean;
  readonly unanswered: number;
  readonly polling: boolean;
}

function waitAfter(outcome: LookOutcome, situation: Situation, context: FollowContext): number {
  const { random, pollMs } = context;
  switch (outcome.kind) {
    case "missing":
      return MISSING_INTERVAL_MS;
    case "denied":
      return OVERDUE_POLL_MS;
    case "unanswered":
      if (situation.cancelling) return CANCEL_RETRY_MS;
      // A gateway that says "retry at once" must not be called in a tight loop.
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
