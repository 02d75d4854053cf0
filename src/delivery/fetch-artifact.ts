import sharp from "sharp";
import type { Clock } from "../clock.ts";
import { backoff } from "../backoff.ts";
import { ownFailure } from "../job/failure.ts";
import type { FetchOutcome, RemoteJob, RemoteService } from "../job/remote.ts";
import { ARTIFACT_BYTES, FETCH_BACKOFF_CAP_MS, FETCH_BACKOFF_MS, FETCH_WINDOW_MS } from "../limits.ts";
import type { Logger } from "../log.ts";
import { MediaTooLargeError, type MediaStore } from "../media/store.ts";
import type { ArtifactContent, DeliveryStore } from "./store.ts";

export interface FetchContext {
  readonly service: RemoteService;
  readonly media: MediaStore;
  readonly store: DeliveryStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Gets the artifact of a succeeded job into the media store. A failed retrieval is not a failed generation: it is tried again
 * for as long as the gateway keeps results. Rejects only with the signal's reason.
 */
export async function fetchArtifact(
  job: { readonly id: string; readonly remote: RemoteJob; readonly endedAt: number },
  context: FetchContext,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    let retryAfterMs: number | undefined;
    try {
      const outcome = await context.service.fetchArtifact(job.remote, signal);
      if (outcome.kind === "artifact") {
        await context.store.artifactFetched(job.id, await keep(outcome, context.media, signal));
        return;
      }
      context.log.warn({ job: job.id, outcome: outcome.kind }, "artifact not fetched");
      if (outcome.kind === "expired") {
        await context.store.artifactLost(job.id, ownFailure("expired", outcome.fault));
        return;
      }
      if (outcome.kind === "unanswered") ({ retryAfterMs } = outcome);
    } catch (error) {
      signal.throwIfAborted();
      context.log.warn({ job: job.id, err: error }, "artifact not fetched");
      if (error instanceof MediaTooLargeError) {
        await context.store.artifactLost(job.id, ownFailure("unretrievable"));
        return;
      }
    }
    if (context.clock.now() - job.endedAt > FETCH_WINDOW_MS) {
      await context.store.artifactLost(job.id, ownFailure("unretrievable"));
      return;
    }
    await context.clock.sleep(
      retryAfterMs ?? backoff(tries, FETCH_BACKOFF_MS, FETCH_BACKOFF_CAP_MS, context.random),
      signal,
    );
  }
}

async function keep(
  artifact: Extract<FetchOutcome, { kind: "artifact" }>,
  media: MediaStore,
  signal: AbortSignal,
): Promise<ArtifactContent> {
  const stored = await media.put(artifact.body, { maxBytes: ARTIFACT_BYTES, signal });
  const { width, height } = artifact.mimeType.startsWith("image/") ? await measure(media, stored.hash) : {};
  return { ...stored, mimeType: artifact.mimeType, width, height };
}

/** Pixels of a picture; nothing when it can't be read, which is no reason not to deliver it. */
async function measure(media: MediaStore, hash: string): Promise<{ width?: number; height?: number }> {
  const reader = sharp();
  const source = await media.open(hash);
  source.pipe(reader);
  try {
    const { width, height } = await reader.metadata();
    return { width, height };
  } catch {
    return {};
  } finally {
    source.destroy();
    reader.destroy();
  }
}
