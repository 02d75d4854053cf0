import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { encodeConversation } from "../chat/conversation.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../limits.ts";
import type { JobStore } from "../job/store.ts";
import { acceptBatch } from "./accept-batch.ts";
import { applyTransition } from "./apply-transition.ts";
import { claimJob } from "./claim-job.ts";
import type { Database } from "./connection.ts";
import { batchFrom, jobFrom } from "./job-row.ts";
import { giveToPosters } from "./leases.ts";
import { notifyLeft } from "./notify.ts";
import { batches, jobs, workers } from "./schema/jobs.ts";
import { takeOver } from "./take-over.ts";

/** The beat of a worker that ended by itself. */
const RETIRED = sql`'-infinity'::timestamptz`;

/** The job store on Postgres: one file for each operation that is more than a query. */
export function createJobStore(db: Database): JobStore {
  return {
    accept: (batch) => db.transaction((queries) => acceptBatch(queries, batch, encodeConversation(batch.conversation))),
    claim: (workerId, baseUrls) =>
      db.run((queries) => claimJob(queries, workerId, baseUrls), DATABASE_BACKGROUND_CALL_MS),
    apply: (job, transition) =>
      db.run((queries) => applyTransition(queries, job, transition), DATABASE_BACKGROUND_CALL_MS),
    takeOver: (workerId, all) =>
      db.transaction((queries) => takeOver(queries, workerId, all), DATABASE_BACKGROUND_CALL_MS),
    takeBatch: (batchId, workerId) =>
      db.transaction(async (queries) => {
        const [orphan] = await queries
          .select({ id: batches.id })
          .from(batches)
          .where(and(eq(batches.id, batchId), isNull(batches.workerId), isNull(batches.closedAt)))
          .for("update");
        const { mine, workspaces } = await giveToPosters(queries, orphan ? [orphan.id] : [], workerId);
        return { batchIds: mine, workspaces };
      }, DATABASE_BACKGROUND_CALL_MS),

    async find(jobId) {
      const [row] = await db.run((queries) => queries.select().from(jobs).where(eq(jobs.id, jobId)));
      return row && jobFrom(row);
    },
    async countTry(job) {
      const [row] = await db.run((queries) =>
        queries
          .update(jobs)
          .set({ createTries: sql`${jobs.createTries} + 1` })
          .where(and(eq(jobs.id, job.id), eq(jobs.fence, job.fence), eq(jobs.state, "submitting")))
          .returning(),
      );
      return row && jobFrom(row);
    },
    async register(workerId, former) {
      await db.transaction(async (queries) => {
        await queries.insert(workers).values({ id: workerId });
        if (former === undefined) return;
        await queries.update(workers).set({ beat: RETIRED }).where(eq(workers.id, former));
        await queries.execute(sql`
          update jobs set deaths = array_remove(deaths, ${former}::uuid)
          where deaths <> '{}' and ${former}::uuid = any(deaths)`);
      });
    },
    async beat(workerId) {
      const rows = await db.run((queries) =>
        queries
          .update(workers)
          .set({ beat: sql`now()` })
          .where(eq(workers.id, workerId))
          .returning({ id: workers.id }),
      );
      return rows.length > 0;
    },
    async retire(workerId) {
      await db.run(async (queries) => {
        await queries.update(workers).set({ beat: RETIRED }).where(eq(workers.id, workerId));
        await queries.execute(notifyLeft);
      });
    },
    ownedBy: (workerId) =>
      db.run(async (queries) => {
        const owned = await queries.select({ id: jobs.id }).from(jobs).where(eq(jobs.workerId, workerId));
        const kept = await queries
          .select({ id: batches.id })
          .from(batches)
          .where(and(eq(batches.workerId, workerId), isNull(batches.closedAt)));
        return { jobIds: owned.map((row) => row.id), batchIds: kept.map((row) => row.id) };
      }, DATABASE_BACKGROUND_CALL_MS),
    async cancelsAskedOf(workerId) {
      const rows = await db.run(
        (queries) =>
          queries
            .select({ id: jobs.id })
            .from(jobs)
            .where(and(eq(jobs.workerId, workerId), isNotNull(jobs.cancelRequestedAt), isNull(jobs.endedAt))),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => row.id);
    },
    async overdueWaits(waitingBeforeMs, unknownBeforeMs) {
      const rows = await db.run(
        (queries) =>
          queries
            .select()
            .from(jobs)
            .where(
              or(
                and(inArray(jobs.state, ["waiting", "held"]), lt(jobs.waitingSince, ago(waitingBeforeMs))),
                and(eq(jobs.state, "waiting"), isNotNull(jobs.cancelRequestedAt)),
                and(eq(jobs.state, "unknown"), lt(jobs.submittedAt, ago(unknownBeforeMs))),
              ),
            )
            .limit(100),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map(jobFrom);
    },
    async jobsOf(batchId) {
      const rows = await db.run((queries) =>
        queries.select().from(jobs).where(eq(jobs.batchId, batchId)).orderBy(asc(jobs.ordinal)),
      );
      return rows.map(jobFrom);
    },
    async batch(batchId) {
      const [row] = await db.run((queries) => queries.select().from(batches).where(eq(batches.id, batchId)));
      return row && batchFrom(row);
    },
    async latestBatches(accountId, limit) {
      return db.run(async (queries) => {
        const found = await queries
          .select()
          .from(batches)
          .where(eq(batches.accountId, accountId))
          .orderBy(desc(batches.createdAt))
          .limit(limit);
        const ids = found.map((row) => row.id);
        const members =
          ids.length === 0
            ? []
            : await queries.select().from(jobs).where(inArray(jobs.batchId, ids)).orderBy(asc(jobs.ordinal));
        return found.map((row) => ({
          batch: batchFrom(row),
          jobs: members.filter((job) => job.batchId === row.id).map(jobFrom),
        }));
      });
    },
  };
}

/** By the database's clock: processes need not agree on the time. */
function ago(ms: number) {
  return sql`now() - ${ms} * interval '1 millisecond'`;
}
