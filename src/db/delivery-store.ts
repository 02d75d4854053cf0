import { and, asc, eq, inArray, isNull, ne, sql, type InferSelectModel } from "drizzle-orm";
import type { Artifact, DeliveryStore, Post, PostState } from "../delivery/store.ts";
import { JobFailure } from "../job/failure.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../limits.ts";
import type { Database } from "./connection.ts";
import { batchFrom, jobFrom } from "./job-row.ts";
import { BATCH_CHANNEL } from "./notify.ts";
import { orUndefined } from "./rows.ts";
import { artifacts, batches, jobs, posts } from "./schema/jobs.ts";

/** The delivery store on Postgres. */
export function createDeliveryStore(db: Database): DeliveryStore {
  const settleArtifact = (jobId: string, values: Partial<typeof artifacts.$inferInsert>): Promise<void> =>
    db.transaction(async (queries) => {
      const [row] = await queries
        .update(artifacts)
        .set(values)
        .where(and(eq(artifacts.jobId, jobId), eq(artifacts.state, "due")))
        .returning({ batchId: artifacts.batchId });
      await queries.update(jobs).set({ workerId: null }).where(eq(jobs.id, jobId));
      if (row) await queries.execute(sql`select pg_notify(${BATCH_CHANNEL}, ${row.batchId}::text)`);
    }, DATABASE_BACKGROUND_CALL_MS);

  return {
    view: (batchId) =>
      db.run(async (queries) => {
        const [batch] = await queries.select().from(batches).where(eq(batches.id, batchId));
        if (!batch) return undefined;
        const [members, posted] = await Promise.all([
          // In one statement: a job that has just succeeded must not be seen without its artifact.
          queries
            .select({ job: jobs, artifact: artifacts })
            .from(jobs)
            .leftJoin(artifacts, eq(artifacts.jobId, jobs.id))
            .where(eq(jobs.batchId, batchId))
            .orderBy(asc(jobs.ordinal)),
          queries.select().from(posts).where(eq(posts.batchId, batchId)),
        ]);
        return {
          batch: batchFrom(batch),
          jobs: members.map(({ job }) => jobFrom(job)),
          artifacts: members.flatMap(({ artifact }) => (artifact ? [artifactFrom(artifact)] : [])),
          posts: posted.map(postFrom),
        };
      }, DATABASE_BACKGROUND_CALL_MS),

    artifactFetched: (jobId, content) =>
      settleArtifact(jobId, {
        state: "fetched",
        hash: content.hash,
        bytes: content.bytes,
        mimeType: content.mimeType,
        width: content.width ?? null,
        height: content.height ?? null,
      }),

    artifactLost: (jobId, failure) => settleArtifact(jobId, { state: "unretrievable", failure }),

    intendPost: (batchId, kind, jobIds) =>
      db.transaction(async (queries) => {
        const fresh = await queries
          .insert(posts)
          .values({ batchId, kind, state: "intended" })
          .onConflictDoNothing()
          .returning({ kind: posts.kind });
        // The first intent decides which artifacts the post carries; a repeated one must not change it.
        if (fresh.length === 0 || jobIds.length === 0) return;
        await queries
          .update(artifacts)
          .set({ post: kind })
          .where(and(inArray(artifacts.jobId, [...jobIds]), isNull(artifacts.post)));
      }, DATABASE_BACKGROUND_CALL_MS),

    postDone: async (batchId, kind, state, outcome) => {
      const rows = await db.run(
        (queries) =>
          queries
            .update(posts)
            .set({
              state,
              updatedAt: sql`now()`,
              ...(outcome.messageId === undefined ? {} : { messageId: outcome.messageId }),
              ...(outcome.failure === undefined ? {} : { failure: outcome.failure }),
            })
            .where(and(eq(posts.batchId, batchId), eq(posts.kind, kind), ne(posts.state, "folded")))
            .returning({ kind: posts.kind }),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.length > 0;
    },

    close: async (batchId) => {
      await db.run(
        (queries) =>
          queries
            .update(batches)
            .set({ closedAt: sql`now()`, workerId: null })
            .where(eq(batches.id, batchId)),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },
  };
}

function artifactFrom(row: InferSelectModel<typeof artifacts>): Artifact {
  const { hash, bytes, mimeType } = row;
  const kept = hash !== null && bytes !== null && mimeType !== null;
  return {
    jobId: row.jobId,
    state: row.state === "fetched" ? "fetched" : row.state === "unretrievable" ? "unretrievable" : "due",
    content: kept
      ? { hash, bytes, mimeType, width: orUndefined(row.width), height: orUndefined(row.height) }
      : undefined,
    failure: row.failure === null ? undefined : JobFailure.parse(row.failure),
    post: orUndefined(row.post),
    succeededAt: row.succeededAt,
  };
}

const POST_STATES: readonly PostState[] = ["intended", "posted", "undeliverable", "folded"];

function postFrom(row: InferSelectModel<typeof posts>): Post {
  const state = POST_STATES.find((known) => known === row.state);
  if (!state) throw new RangeError(`not a post state: ${row.state}`);
  return { kind: row.kind, state, messageId: orUndefined(row.messageId), updatedAt: row.updatedAt };
}
