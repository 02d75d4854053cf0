import type { Queries } from "../queries.ts";
import { createBatcher } from "../../lib/batcher.ts";
import type { ArtifactContent, BatchView, DeliveryStore } from "../../core/delivery/delivery-store.ts";
import type { JobFailure } from "../../core/job/failure.ts";
import { DATABASE_BACKGROUND_CALL_MS, WRITTEN_TOGETHER } from "../../lib/limits.ts";
import { batchViews } from "../jobs/batch-views.ts";
import type { Database } from "../connection.ts";
import type { JobNotifications } from "../jobs/job-store.ts";
import {
  closeBatches,
  dropNotice,
  intendPosts,
  noteAcknowledged,
  settleArtifacts,
  showNotice,
  writePosts,
  type Closing,
  type EndedPost,
  type Intent,
  type Settled,
} from "./write-delivery.ts";

/** The delivery store on PostgreSQL. Concurrent calls are batched into one statement. */
export function createDeliveryStore(db: Database, tell: Pick<JobNotifications, "changed">): DeliveryStore {
  const together = <Item, Result>(
    act: (queries: Queries, items: readonly Item[]) => Promise<readonly Result[]>,
    keyOf: (item: Item) => string,
  ): ((item: Item) => Promise<Result>) =>
    createBatcher({
      act: (items: readonly Item[]) => db.run((queries) => act(queries, items), DATABASE_BACKGROUND_CALL_MS),
      keyOf,
      atMost: WRITTEN_TOGETHER,
    });

  const view = together(batchViews, (batchId: string) => batchId);
  const settle = together(settleArtifacts, (settled: Settled) => settled.jobId);
  const intend = together(intendPosts, (intent: Intent) => intent.batchId);
  const write = together(writePosts, (outcome: EndedPost) => outcome.batchId);
  const close = together(closeBatches, (closing: Closing) => closing.batchId);

  async function artifactSettled(jobId: string, how: ArtifactContent | JobFailure): Promise<void> {
    const batchId = await settle("hash" in how ? { jobId, content: how } : { jobId, failure: how });
    if (batchId !== undefined) tell.changed(batchId);
  }

  return {
    view,
    async noticeShown(platform, eventKey, messageId) {
      const batchId = await db.run(
        (queries) => showNotice(queries, platform, eventKey, messageId),
        DATABASE_BACKGROUND_CALL_MS,
      );
      if (batchId !== undefined) tell.changed(batchId);
      return batchId !== undefined;
    },
    async acknowledged(platform, eventKey, how) {
      const batchId = await db.run(
        (queries) => noteAcknowledged(queries, platform, eventKey, how),
        DATABASE_BACKGROUND_CALL_MS,
      );
      if (batchId !== undefined) tell.changed(batchId);
      return batchId !== undefined;
    },
    noNotice: (batchId) => db.run((queries) => dropNotice(queries, batchId), DATABASE_BACKGROUND_CALL_MS),
    artifactFetched: artifactSettled,
    artifactLost: artifactSettled,

    async intendPost(known, kind, jobIds, awaited = []) {
      const batchId = known.batch.id;
      const intended = await intend({ batchId, kind, jobIds, awaited });
      return intended?.carried.length === jobIds.length ? withIntent(known, kind, awaited, jobIds) : view(batchId);
    },

    postDone: (batchId, kind, state, outcome) => write({ batchId, kind, state, ...outcome }),
    close: (batchId, actionsRequested, folded) => close({ batchId, actionsRequested, ...(folded ? { folded } : {}) }),
  };
}

/** The batch view after recording the intent to post these jobs' artifacts. None of them belongs to another post. */
function withIntent(known: BatchView, kind: string, awaited: readonly string[], jobIds: readonly string[]): BatchView {
  return {
    ...known,
    artifacts: known.artifacts.map((artifact) =>
      jobIds.includes(artifact.jobId) ? { ...artifact, post: kind } : artifact,
    ),
    posts: [...known.posts, { kind, state: "intended", messageId: undefined, awaited }],
  };
}
