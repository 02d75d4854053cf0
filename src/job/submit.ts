import type { Credentials } from "../account/credentials.ts";
import {
  CREATE_BACKOFF_MS,
  CREATE_TRIES,
  CREATE_WINDOW_MS,
  DEFAULT_IMAGE_TIMEOUT_MS,
  GUIDANCE_GRACE_MS,
  REFUSED_BACKOFF_CAP_MS,
  REFUSED_BACKOFF_MS,
} from "../limits.ts";
import { backoff } from "../backoff.ts";
import { gatewayFailure } from "./failure.ts";
import type { CreateOutcome, RemoteService } from "./remote.ts";
import type { Job } from "./store.ts";
import type { JobEvent } from "./transition.ts";
import { writeEvent, type WriteContext } from "./write.ts";

export interface SubmitContext extends WriteContext {
  readonly service: RemoteService;
  readonly credentials: Credentials;
  /** Tells the keeper of keys what a refusal says about the key; answers whether another key may still serve. */
  readonly onRefusal: (job: Job, outcome: Extract<CreateOutcome, { kind: "refused" }>) => Promise<{ retry: boolean }>;
}

/**
 * Sends the create of a job in `submitting` and writes what came of it. An image create whose outcome is unknown is sent
 * again with the same key, bytes and address; a video create never. Returns the job if it is now running. Rejects with the
 * signal's reason: then the job stays as it is, for whoever takes it over.
 */
export async function submit(job: Job, context: SubmitContext, signal: AbortSignal): Promise<Job | undefined> {
  let current = job;
  for (;;) {
    const outcome = await send(current, context, signal);
    signal.throwIfAborted();
    if (outcome.kind !== "unknown") {
      const event = await eventOf(current, outcome, context);
      const written = await writeEvent(current, event, context, signal);
      return written?.state === "running" ? written : undefined;
    }
    context.log.warn({ job: job.id, try: current.createTries, reason: outcome.reason }, "create without an answer");
    const sentFor = context.clock.now() - (current.submittedAt?.getTime() ?? 0);
    if (current.service === "video" || current.createTries >= CREATE_TRIES || sentFor > CREATE_WINDOW_MS) {
      await writeEvent(current, { type: "outcome_unknown" }, context, signal);
      return undefined;
    }
    await context.clock.sleep(backoff(current.createTries, CREATE_BACKOFF_MS, CREATE_WINDOW_MS / 4, context.random), signal);
    const counted = await context.store.countTry(current);
    if (!counted) return undefined;
    current = counted;
  }
}

async function send(job: Job, context: SubmitContext, signal: AbortSignal): Promise<CreateOutcome> {
  const { baseUrl, credentialId, path, body, idempotencyKey } = job;
  const apiKey = credentialId === undefined ? undefined : await context.credentials.secretOf(credentialId);
  if (baseUrl === undefined || apiKey === undefined) return { kind: "not_sent", reason: "the key is no longer known" };
  return context.service.create({ baseUrl, apiKey, path, body, idempotencyKey }, signal);
}

async function eventOf(
  job: Job,
  outcome: Exclude<CreateOutcome, { kind: "unknown" }>,
  context: SubmitContext,
): Promise<JobEvent> {
  const delay = (): number => backoff(job.refusals, REFUSED_BACKOFF_MS, REFUSED_BACKOFF_CAP_MS, context.random);
  switch (outcome.kind) {
    case "created": {
      const seconds = outcome.guidance?.timeoutSeconds;
      return {
        type: "created",
        remoteId: outcome.remoteId,
        requestId: outcome.requestId,
        guidance: outcome.guidance,
        deadlineMs: (seconds === undefined ? DEFAULT_IMAGE_TIMEOUT_MS : seconds * 1000) + GUIDANCE_GRACE_MS,
      };
    }
    case "not_sent":
      context.log.warn({ job: job.id, reason: outcome.reason }, "create not sent");
      return { type: "not_sent", delayMs: delay() };
    case "refused": {
      const failure = gatewayFailure(outcome.fault);
      context.log.warn({ job: job.id, failure, later: outcome.later }, "create refused");
      const { retry } = await context.onRefusal(job, outcome);
      if (!outcome.later && !retry) return { type: "refused", failure };
      return { type: "refused_for_now", delayMs: outcome.retryAfterMs ?? delay(), failure };
    }
  }
}
