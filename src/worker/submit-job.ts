import type { Keys } from "../core/job/key-secrets.ts";
import { CREATE_REPEATS_MS, CREATE_TRIES, CREATE_WINDOW_MS, VIDEO_TIMEOUT_MS } from "../lib/limits.ts";
import { report } from "../lib/crash-points.ts";
import { backoff } from "../lib/backoff.ts";
import { withDelayedAbort } from "../lib/delayed-abort.ts";
import { retryUntilAvailable } from "../lib/retry-until-available.ts";
import { EaselError } from "../lib/errors.ts";
import { MediaMissingError } from "../media/store/media-store.ts";
import { gatewayFailure, ownFailure } from "../core/job/failure.ts";
import type { CreateOutcome, RemoteCreate, RemoteService } from "../core/job/remote.ts";
import type { Job } from "../core/job/job-store.ts";
import type { JobEvent } from "../core/job/transition.ts";
import { imageTimeoutMs } from "./image-timeout.ts";
import { writeEvent, type WriteContext } from "./write-transition.ts";

/**
 * How long a create in flight may still be answered after this process is told to stop, because cutting it off would
 * leave its outcome unknown. Together with `SELF_FENCE_MS`, this ends before another worker may take the job.
 */
export const CREATE_GRACE_MS = 3_000;
/** The shortest wait between two attempts: a slow answer may arrive after the next one is due. */
const REPEAT_LEAST_MS = 1_000;
/** Attempts vary by this share of their time, so that creates that failed together are not repeated together. */
const REPEAT_JITTER = 0.1;
/** The delay after a temporary refusal if the gateway names none. It doubles each time. */
const REFUSED_BACKOFF_MS = 2_000;
const REFUSED_BACKOFF_CAP_MS = 60_000;

export interface SubmitContext extends WriteContext {
  readonly service: RemoteService;
  readonly keys: Keys;
  /** Opens a stored body for sending, with its files inserted. Rejects with `MediaMissingError`. */
  readonly openBody: (body: string) => Promise<RemoteCreate["body"]>;
  /** Reports what a refusal says about the key; returns whether another key may still serve. */
  readonly onRefusal: (job: Job, outcome: Extract<CreateOutcome, { kind: "refused" }>) => Promise<{ retry: boolean }>;
}

/**
 * Sends the create of a job in `submitting` and writes the outcome. An image create whose outcome is unknown is sent again with
 * the same key, bytes and address; a video create never. Returns the job if this worker now has it running. When told to stop, it
 * sends nothing more and gives a create in flight a little time. It stores an outcome that it knows; without one, it rejects with
 * the signal's reason and leaves the job to the next worker.
 */
export async function submit(job: Job, context: SubmitContext, signal: AbortSignal): Promise<Job | undefined> {
  let current = job;
  // The job was taken over after the create may have been sent. A video has only that one attempt.
  if (job.service === "video" && mayExist(job)) {
    return settle(job, { type: "outcome_unknown", failure: ownFailure("unknown_outcome") }, context, signal);
  }
  for (;;) {
    const outcome = await sendSafely(current, context, signal);
    // An answer is stored even when told to stop: nobody else may know it.
    if (outcome.kind === "unknown") signal.throwIfAborted();
    const sentFor = context.clock.now() - (current.submittedAt?.getTime() ?? 0);
    let waitMs = repeatWaitMs(current.createTries, sentFor, context.random);
    if (outcome.kind === "unknown") {
      context.log.warn(
        { job: job.id, batch: job.batchId, try: current.createTries, reason: outcome.reason },
        "create without an answer",
      );
    } else {
      const event = await eventOf(current, outcome, context, signal);
      const wantsNewCreate = event.type === "not_sent" || event.type === "refused_for_now";
      // After a try that may have succeeded, another key could create a second one, so this key is used again.
      if (!wantsNewCreate || !mayExist(current)) return settle(current, event, context, signal);
      waitMs = Math.max(waitMs, event.delayMs);
    }
    if (current.service === "video" || current.createTries >= CREATE_TRIES || sentFor > CREATE_WINDOW_MS) {
      const fault = outcome.kind === "not_sent" || outcome.kind === "created" ? undefined : outcome.fault;
      // Written even without a fault, so that the failure of an earlier attempt doesn't remain.
      const failure = ownFailure("unknown_outcome", fault);
      return settle(current, { type: "outcome_unknown", failure }, context, signal);
    }
    const sent = current;
    await retryUntilAvailable(() => context.store.noteHandling(sent, false), context, signal);
    await context.clock.sleep(waitMs, signal);
    const counted = await retryUntilAvailable(() => context.store.countTry(sent), context, signal);
    if (!counted) return runningHere(current, context, signal);
    current = counted;
  }
}

/** Milliseconds until the next attempt, after `tries` attempts and `sentFor` milliseconds after the first. */
function repeatWaitMs(tries: number, sentFor: number, random: () => number): number {
  const dueAt = (CREATE_REPEATS_MS[tries - 1] ?? CREATE_WINDOW_MS) * (1 - REPEAT_JITTER * random());
  return Math.max(REPEAT_LEAST_MS, Math.round(dueAt - sentFor));
}

/** Whether an earlier create was sent whose outcome is unknown. */
function mayExist(job: Job): boolean {
  return job.createTries > 1;
}

/** Stores how submitting ended. */
async function settle(
  job: Job,
  event: JobEvent,
  context: SubmitContext,
  signal: AbortSignal,
): Promise<Job | undefined> {
  if (event.type === "created") report("id:before-commit");
  const written = await writeEvent(job, event, context, signal);
  if (event.type === "created") report("id:after-commit");
  if (!written) return runningHere(job, context, signal);
  if (written.state === "waiting" && written.cancelRequestedAt) {
    // Cancelled while it was being sent: it must not be sent again.
    await writeEvent(written, { type: "cancel_requested" }, context, signal);
    return undefined;
  }
  return written.state === "running" && written.fence === job.fence ? written : undefined;
}

/** The previous worker may have received the job's id in the meantime. If so, this worker follows it. */
async function runningHere(job: Job, context: SubmitContext, signal: AbortSignal): Promise<Job | undefined> {
  const now = await retryUntilAvailable(() => context.store.find(job.id), context, signal);
  return now?.state === "running" && now.fence === job.fence ? now : undefined;
}

/** Sends a create. An error while preparing it counts as “not sent”. */
async function sendSafely(job: Job, context: SubmitContext, signal: AbortSignal): Promise<CreateOutcome> {
  try {
    return await send(job, context, signal);
  } catch (error) {
    context.log.error({ job: job.id, batch: job.batchId, err: error }, "a create could not be prepared");
    return { kind: "not_sent", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function send(job: Job, context: SubmitContext, signal: AbortSignal): Promise<CreateOutcome> {
  const { baseUrl, credentialId, path, idempotencyKey } = job;
  const apiKey = credentialId === undefined ? undefined : await secretOf(credentialId, context, signal);
  if (baseUrl === undefined) return { kind: "not_sent", reason: "the service has no address" };
  if (apiKey === undefined) return { kind: "not_sent", reason: "the key is no longer known" };
  const opened = await openBody(job, context);
  if (opened === undefined) return { kind: "not_sent", reason: "a file of the request is not in the media store" };
  report("create:before");
  if (signal.aborted) return { kind: "not_sent", reason: "told to stop" };
  const delayedAbort = withDelayedAbort(signal, CREATE_GRACE_MS, context.clock);
  try {
    return await context.service.create({ baseUrl, apiKey, path, body: opened, idempotencyKey }, delayedAbort.signal);
  } finally {
    delayedAbort.end();
    report("create:answered");
  }
}

/**
 * Undefined if its files are missing. Files outlive every job, so other errors are only temporary: the job waits for the store.
 */
async function openBody(job: Job, context: SubmitContext): Promise<RemoteCreate["body"] | undefined> {
  try {
    return await context.openBody(job.body);
  } catch (error) {
    if (!(error instanceof MediaMissingError)) throw error;
    context.log.error({ job: job.id, batch: job.batchId, err: error }, "a file of the request is missing");
    return undefined;
  }
}

/** Also undefined for a secret that can't be decrypted: the job waits for a usable key instead of being abandoned. */
async function secretOf(
  credentialId: string,
  context: SubmitContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await retryUntilAvailable(() => context.keys.secretOf(credentialId), context, signal);
  } catch (error) {
    if (!(error instanceof EaselError)) throw error;
    context.log.error({ credential: credentialId, err: error }, "key not usable");
    return undefined;
  }
}

async function eventOf(
  job: Job,
  outcome: Exclude<CreateOutcome, { kind: "unknown" }>,
  context: SubmitContext,
  signal: AbortSignal,
): Promise<JobEvent> {
  const delayMs = backoff(job.refusals, REFUSED_BACKOFF_MS, REFUSED_BACKOFF_CAP_MS, context.random);
  switch (outcome.kind) {
    case "created":
      return {
        type: "created",
        remoteId: outcome.remoteId,
        requestId: outcome.requestId,
        guidance: outcome.guidance,
        deadlineMs: job.service === "video" ? VIDEO_TIMEOUT_MS : imageTimeoutMs(outcome.guidance),
      };
    case "not_sent":
      const away = outcome.unreached ? "gateway" : undefined;
      const facts = { job: job.id, batch: job.batchId, reason: outcome.reason, away };
      // A process that stops leaves the job to another one.
      if (signal.aborted) context.log.info(facts, "create not sent");
      else context.log.warn(facts, "create not sent");
      return { type: "not_sent", delayMs, ...(outcome.unreached ? { failure: ownFailure("gateway_away") } : {}) };
    case "refused": {
      const failure = gatewayFailure(outcome.fault);
      context.log.info({ job: job.id, batch: job.batchId, failure, later: outcome.later }, "create refused");
      const { retry } = await retryUntilAvailable(() => context.onRefusal(job, outcome), context, signal);
      if (!outcome.later && !retry) return { type: "refused", failure };
      // A gateway that says "retry immediately" must not be called in a tight loop.
      return { type: "refused_for_now", delayMs: Math.max(outcome.retryAfterMs ?? 0, delayMs), failure };
    }
  }
}
