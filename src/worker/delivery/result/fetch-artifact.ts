import type { Clock } from "../../../lib/clock.ts";
import { report } from "../../../lib/crash-points.ts";
import { backoff } from "../../../lib/backoff.ts";
import {
  ownFailure,
  unusableFailure,
  type ArtifactFlaw,
  type JobFailure,
  type Fault,
} from "../../../core/job/failure.ts";
import type { Service } from "../../../core/job/job.ts";
import type { FetchOutcome, RemoteJob, RemoteService } from "../../../core/job/remote.ts";
import { FETCH_WINDOW_MS } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { ArtifactError } from "../../../media/artifact-error.ts";
import type { ArtifactIntake } from "../../../media/artifact-intake.ts";
import { retryUntilAvailable } from "../../../lib/retry-until-available.ts";
import type { ArtifactContent, DeliveryStore } from "../../../core/delivery/delivery-store.ts";

/** A failed retrieval is retried after this long; doubles up to the cap. */
const FETCH_BACKOFF_MS = 1_000;
const FETCH_BACKOFF_CAP_MS = 5 * 60_000;
/**
 * How many times an unusable artifact (another type, damaged, too large, redirected) is fetched. A proxy's page may
 * replace the artifact for seconds, but otherwise nothing changes, and each attempt may cost a whole download.
 */
export const UNUSABLE_TRIES = 4;

export interface FetchContext {
  readonly service: RemoteService;
  readonly artifacts: Pick<ArtifactIntake, "take">;
  readonly store: DeliveryStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** Waits before the next attempt. Rejects with the signal's reason. */
  readonly pause: (ms: number) => Promise<void>;
  /** Stores that the artifact's bytes are being received, or no longer are. */
  readonly noteHandling?: (isHandled: boolean) => Promise<void>;
}

/** A job whose artifact is fetched. */
export interface FetchedJob {
  readonly id: string;
  readonly batchId: string;
  readonly service: Service;
  readonly remote: RemoteJob;
  readonly endedAt: number;
  /** The id from its create. It is quoted if the answer with the artifact has none. */
  readonly requestId: string | undefined;
}

/** The received file is not a usable artifact. */
interface Unusable {
  readonly flaw: ArtifactFlaw;
  readonly found: string | undefined;
  readonly requestId: string | undefined;
}

/**
 * Gets the artifact of a succeeded job into the media store. A failed retrieval is not a failed generation: it is retried for as
 * long as the gateway keeps results. Only unusable artifacts end it after a few tries. Rejects only with the signal's reason.
 */
export async function fetchArtifact(job: FetchedJob, context: FetchContext, signal: AbortSignal): Promise<void> {
  const giveUp = (why: JobFailure): Promise<void> =>
    retryUntilAvailable(() => context.store.artifactLost(job.id, why), context, signal);
  let cuts = 0;
  let lastFault: Fault | undefined;
  let unusableTries = 0;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    let retryAfterMs = 0;
    let unusable: Unusable | undefined;
    let isHandled = false;
    try {
      // If one source of the picture returned something else, the other may return the picture.
      const remote = { ...job.remote, cuts, inline: unusableTries > 0 };
      const outcome = await context.service.fetchArtifact(remote, signal);
      if (outcome.kind === "expired") return await giveUp(ownFailure("expired", outcome.fault));
      if (outcome.kind === "artifact") {
        // Assume that this download breaks off. The loop ends if it doesn't.
        cuts++;
        await context.noteHandling?.(true);
        isHandled = true;
        const content = await take(outcome, job.service, context.artifacts, signal);
        report("artifact:before-commit");
        await retryUntilAvailable(() => context.store.artifactFetched(job.id, content), context, signal);
        report("artifact:after-commit");
        return;
      }
      if (outcome.kind === "unanswered") retryAfterMs = outcome.retryAfterMs ?? 0;
      if (outcome.kind === "unusable") unusable = outcome;
      else lastFault = outcome.fault ?? lastFault;
      const { flaw, requestId } = unusable ?? {};
      const away = outcome.kind === "unanswered" ? "gateway" : undefined;
      const ids = { job: job.id, batch: job.batchId, requestId };
      context.log.warn({ ...ids, outcome: outcome.kind, flaw, away }, "artifact not fetched");
    } catch (error) {
      signal.throwIfAborted();
      context.log.warn({ job: job.id, batch: job.batchId, err: error }, "artifact not fetched");
      if (error instanceof ArtifactError) unusable = error;
    }
    if (unusable && ++unusableTries >= UNUSABLE_TRIES) {
      return giveUp(unusableFailure({ ...unusable, requestId: unusable.requestId ?? job.requestId }));
    }
    if (context.clock.now() - job.endedAt > FETCH_WINDOW_MS) {
      return giveUp(ownFailure("unretrievable", lastFault));
    }
    if (isHandled) await context.noteHandling?.(false);
    // A gateway that says "retry immediately" must not be called in a tight loop.
    const waitMs = backoff(tries, FETCH_BACKOFF_MS, FETCH_BACKOFF_CAP_MS, context.random);
    await context.pause(Math.max(retryAfterMs, waitMs));
  }
}

/** Stores an artifact. If it is unusable, adds the request id to the error. */
async function take(
  { body, requestId }: Extract<FetchOutcome, { kind: "artifact" }>,
  service: Service,
  artifacts: FetchContext["artifacts"],
  signal: AbortSignal,
): Promise<ArtifactContent> {
  try {
    return await artifacts.take(body, service, signal);
  } catch (error) {
    if (!(error instanceof ArtifactError) || error.requestId !== undefined) throw error;
    throw new ArtifactError(error.flaw, { found: error.found, requestId, cause: error.cause });
  }
}
