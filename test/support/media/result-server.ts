import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fastify from "fastify";
import { createResultLinks, type ResultLink } from "../../../src/worker/delivery/result/result-links.ts";
import { createResultRoutes } from "../../../src/worker/delivery/result/result-page.ts";
import { createResultTokens, type ResultTokens } from "../../../src/worker/delivery/result/result-token.ts";
import type { BatchView } from "../../../src/core/delivery/delivery-store.ts";
import { createDownloads, DOWNLOADS_OF_LINK } from "../../../src/media/relay/downloads.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import type { SweepableStore } from "../../../src/media/store/media-store.ts";
import type { Batch } from "../../../src/core/job/job-store.ts";
import { aBatch, aJob, EPOCH } from "../database/jobs.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";

/** A server with only result pages, and one batch per published result. */
export interface ResultServer extends AsyncDisposable {
  readonly url: string;
  readonly media: SweepableStore;
  readonly clock: ManualClock;
  readonly tokens: ResultTokens;
  readonly lifeMs: number;
  /** Stores a result and returns its link. */
  publish(
    content: Buffer,
    facts: { readonly mimeType: string; readonly width?: number; readonly height?: number },
    batch?: Partial<Batch>,
  ): Promise<ResultLink & { readonly hash: string; readonly batchId: string }>;
}

export async function startResultServer(): Promise<ResultServer> {
  const folder = await mkdtemp(join(tmpdir(), "easel-results-"));
  const media = await createFolderStore(folder);
  const clock = createManualClock();
  const tokens = createResultTokens("an instance's secret key of some length");
  const downloads = createDownloads({ ofSigner: DOWNLOADS_OF_LINK, clock });
  const views = new Map<string, BatchView>();
  const store = { view: async (batchId: string) => views.get(batchId) };
  const server = fastify({ forceCloseConnections: true });
  await server.register(createResultRoutes({ tokens, store, files: { media, downloads }, clock }));
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const lifeMs = 30 * 24 * 3_600_000;
  const links = createResultLinks({ tokens, clock, lifeMs, baseUrl: url });
  return {
    url,
    media,
    clock,
    tokens,
    lifeMs,
    async publish(content, { mimeType, width, height }, changes = {}) {
      const { hash, bytes } = await media.put(Readable.from([content]), { maxBytes: 1e9 });
      const batch = aBatch(changes);
      const job = aJob({ batchId: batch.id, ordinal: 1, state: "succeeded", service: batch.service });
      const artifact = {
        jobId: job.id,
        state: "fetched",
        content: { hash, bytes, mimeType, width, height },
        failure: undefined,
        post: "result",
        succeededAt: EPOCH,
      } as const;
      views.set(batch.id, { batch, jobs: [job], artifacts: [artifact], posts: [] });
      const link = links.linkTo(batch.id, job.ordinal, true);
      if (!link) throw new Error("no link");
      return { ...link, hash, batchId: batch.id };
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
