import { pipeline } from "node:stream/promises";
import sharp from "sharp";
import type { Clock } from "../clock.ts";
import { reach } from "../crash-point.ts";
import { backoff } from "../backoff.ts";
import { ownFailure, type JobFailure } from "../job/failure.ts";
import type { Fault, FetchOutcome, RemoteJob, RemoteService } from "../job/remote.ts";
import {
  ARTIFACT_BYTES,
  FETCH_BACKOFF_CAP_MS,
  FETCH_BACKOFF_MS,
  FETCH_WINDOW_MS,
  PICTURE_HEAD_BYTES,
} from "../limits.ts";
import type { Logger } from "../log.ts";
import { MediaTooLargeError, type MediaStore } from "../media/store.ts";
import { sizeInHead } from "../media/walk/size.ts";
import { untilAnswered } from "../until-answered.ts";
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
  const giveUp = (why: JobFailure): Promise<void> =>
    untilAnswered(() => context.store.artifactLost(job.id, why), context, signal);
  let cuts = 0;
  let lastFault: Fault | undefined;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    let retryAfterMs = 0;
    try {
      const outcome = await context.service.fetchArtifact({ ...job.remote, cuts }, signal);
      if (outcome.kind === "expired") return await giveUp(ownFailure("expired", outcome.fault));
      if (outcome.kind === "artifact") {
        // Unless it arrives whole.
        cuts++;
        const content = await keep(outcome, context.media, signal);
        reach("artifact:before-commit");
        await untilAnswered(() => context.store.artifactFetched(job.id, content), context, signal);
        reach("artifact:after-commit");
        return;
      }
      lastFault = outcome.fault ?? lastFault;
      context.log.warn({ job: job.id, outcome: outcome.kind }, "artifact not fetched");
      if (outcome.kind === "unanswered") retryAfterMs = outcome.retryAfterMs ?? 0;
    } catch (error) {
      signal.throwIfAborted();
      context.log.warn({ job: job.id, err: error }, "artifact not fetched");
      if (error instanceof MediaTooLargeError) return giveUp(ownFailure("unretrievable"));
    }
    if (context.clock.now() - job.endedAt > FETCH_WINDOW_MS) {
      return giveUp(ownFailure("unretrievable", lastFault));
    }
    // A gateway that says "at once" must not be asked in a circle.
    const waitMs = backoff(tries, FETCH_BACKOFF_MS, FETCH_BACKOFF_CAP_MS, context.random);
    await context.clock.sleep(Math.max(retryAfterMs, waitMs), signal);
  }
}

async function keep(
  artifact: Extract<FetchOutcome, { kind: "artifact" }>,
  media: MediaStore,
  signal: AbortSignal,
): Promise<ArtifactContent> {
  let head = Buffer.alloc(0);
  const stored = await media.put(artifact.body, {
    maxBytes: ARTIFACT_BYTES,
    signal,
    seen(chunk) {
      const missing = PICTURE_HEAD_BYTES - head.length;
      if (missing > 0) head = Buffer.concat([head, chunk.subarray(0, missing)]);
    },
  });
  const isPicture = artifact.mimeType.startsWith("image/");
  const { width, height } = isPicture ? (sizeInHead(head) ?? (await measure(media, stored.hash))) : {};
  return { ...stored, mimeType: artifact.mimeType, width, height };
}

/** Pixels of a picture whose first bytes don't tell; nothing when it can't be read, which is no reason not to deliver it. */
async function measure(media: MediaStore, hash: string): Promise<{ width?: number; height?: number }> {
  const reader = sharp();
  try {
    const [{ width, height }] = await Promise.all([reader.metadata(), pipeline(await media.open(hash), reader)]);
    return { width, height };
  } catch {
    return {};
  } finally {
    reader.destroy();
  }
}
