import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { createBatcher } from "../../lib/batcher.ts";
import { DatabaseBusyError } from "../../lib/errors.ts";
import { DATABASE_BACKGROUND_CALL_MS, WRITTEN_TOGETHER } from "../../lib/limits.ts";
import { encodeConversation, encodeWorkspace } from "../../core/chat/conversation.ts";
import type { JobStore, Within } from "../../core/job/job-store.ts";
import { insertBatch } from "./insert-batch.ts";
import { applyTransitions, type Move } from "./apply-transitions.ts";
import { claimsOn } from "./claim-jobs.ts";
import type { Database } from "../connection.ts";
import { batchFrom, jobFrom, LISTED_COLUMNS, listedJobFrom, readJob } from "./job-row.ts";
import { freeUnknownSlots } from "../keys/key-slots.ts";
import { giveToPosters } from "../leases.ts";
import { joinedIds, listed, literal, splitIds } from "./sql-arrays.ts";
import { notifyLeft } from "../notify.ts";
import { overdueWaits, readyBatches } from "../overdue-queries.ts";
import { ownProcessVersion } from "../schema-version.ts";
import { batchChannel, batches, batchWorkspace, jobs, workers } from "../schema/jobs.ts";
import { starredIn } from "../delivery/stars.ts";
import { takeOver } from "./adopt-jobs.ts";
import { handOver, writeSteadyJobs } from "./write-jobs.ts";

/** Characters of a prompt in a list of requests. */
const LISTED_PROMPT = 200;
/** The heartbeat of a worker that ended normally. */
const RETIRED = sql`'-infinity'::timestamptz`;

/** Notifications about what this process has written. */
export interface JobNotifications {
  /** Something about the batch has changed. */
  readonly changed: (batchId: string) => void;
  /** A slot is free again. */
  readonly freed: () => void;
  /** The database's time, in milliseconds since the Unix epoch, with each heartbeat. */
  readonly time: (nowMs: number) => void;
}

/** The job store on PostgreSQL: one file for each operation that is more than a query. */
export function createJobStore(db: Database, tell: JobNotifications): JobStore {
  const apply = createBatcher({
    act: (moves: readonly Move[]) => db.run((queries) => applyTransitions(queries, moves), DATABASE_BACKGROUND_CALL_MS),
    keyOf: (move) => move.job.id,
    atMost: WRITTEN_TOGETHER,
  });
  const claims = claimsOn(db);
  return {
    insertBatch: (batch) => db.runSoon((_queries, statements) => insertBatch(statements, batch)),
    handOver: (batchId) => db.run((queries) => handOver(queries, batchId), DATABASE_BACKGROUND_CALL_MS),
    claim: claims.claim,
    noteNews: claims.noteNews,
    async apply(job, transition) {
      const written = await apply({ job, transition });
      if (written === "busy") throw new DatabaseBusyError("the job or its organisation's quotas are being changed");
      if (written) tell.changed(written.batchId);
      if (written && (transition.freesSlot || written.state === "unknown")) {
        claims.noteNews(written.organisationId);
        tell.freed();
      }
      return written;
    },
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
          .set({ createTries: sql`${jobs.createTries} + 1`, handledBy: sql`${jobs.workerId}` })
          .where(and(eq(jobs.id, job.id), eq(jobs.fence, job.fence), eq(jobs.state, "submitting")))
          .returning(),
      );
      // Its notice says that the gateway has not answered.
      if (row) tell.changed(row.batchId);
      return row && jobFrom(row);
    },
    async noteHandling(job, isHandled) {
      await db.run((queries) =>
        queries
          .update(jobs)
          .set({ handledBy: isHandled ? sql`${jobs.workerId}` : null })
          .where(and(eq(jobs.id, job.id), eq(jobs.fence, job.fence))),
      );
    },
    async register(workerId, former) {
      const row = { id: workerId, ...(await ownProcessVersion()) };
      await db.transaction(async (queries) => {
        const [inserted] = await queries.insert(workers).values(row).returning({ beat: workers.beat });
        if (inserted) tell.time(inserted.beat.getTime());
        if (former === undefined) return;
        await queries.update(workers).set({ beat: RETIRED }).where(eq(workers.id, former));
        await queries.execute(sql`
          update jobs set deaths = array_remove(deaths, ${former}::uuid)
          where deaths <> '{}' and ${former}::uuid = any(deaths)`);
      });
    },
    async beat(workerId) {
      const [row] = await db.runDirect((queries) =>
        queries
          .update(workers)
          .set({ beat: sql`now()` })
          .where(eq(workers.id, workerId))
          .returning({ beat: workers.beat }),
      );
      if (row) tell.time(row.beat.getTime());
      return row !== undefined;
    },
    async retire(workerId) {
      await db.run(async (queries) => {
        await queries.update(workers).set({ beat: RETIRED }).where(eq(workers.id, workerId));
        await queries.execute(notifyLeft);
      });
    },
    ownedBy: (workerId) =>
      db.run(async (queries) => {
        const [owned] = await queries
          .select({ ids: joinedIds(jobs.id) })
          .from(jobs)
          .where(eq(jobs.workerId, workerId));
        const [kept] = await queries
          .select({ ids: joinedIds(batches.id), jobless: joinedIds(batches.id, isNotNull(batches.intake)) })
          .from(batches)
          .where(and(eq(batches.workerId, workerId), isNull(batches.closedAt)));
        await writeSteadyJobs(queries, splitIds(kept?.jobless));
        return { jobIds: splitIds(owned?.ids), batchIds: splitIds(kept?.ids) };
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
        (queries) => overdueWaits(queries, waitingBeforeMs, unknownBeforeMs),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => readJob(row));
    },
    async freeUnknownSlots() {
      if ((await db.run(freeUnknownSlots, DATABASE_BACKGROUND_CALL_MS)) > 0) tell.freed();
    },
    async readyBatches(batchIds) {
      const rows = await db.run((queries) => readyBatches(queries, batchIds), DATABASE_BACKGROUND_CALL_MS);
      return rows.map((row) => row.id);
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
    async batchOfEvent(platform, eventKey) {
      const [row] = await db.run((queries) =>
        queries
          .select({ id: batches.id })
          .from(batches)
          .where(and(eq(batches.platform, platform), eq(batches.eventKey, eventKey))),
      );
      return row?.id;
    },
    async latestBatches(organisationId, within, limit) {
      return db.run(async (queries) => {
        // A prompt can be thousands of times as long as its excerpt in a list.
        const request = sql`jsonb_set(request, '{prompt}', to_jsonb(left(request->>'prompt', ${LISTED_PROMPT})))`;
        const found = await queries
          .select({ ...getTableColumns(batches), request: request.mapWith(batches.request) })
          .from(batches)
          .where(and(eq(batches.organisationId, organisationId), isNull(batches.intake), liesWithin(within)))
          .orderBy(sql`${desc(batches.createdAt)} limit ${literal(limit)}`);
        const ids = listed(found.map((row) => row.id));
        const members = await queries
          .select({ batchId: jobs.batchId, ...LISTED_COLUMNS })
          .from(jobs)
          .where(sql`${jobs.batchId} in ${ids}`)
          .orderBy(asc(jobs.ordinal));
        const jobsOf = Map.groupBy(members, ({ batchId }) => batchId);
        return found.map((row) => ({
          batch: batchFrom(row),
          jobs: (jobsOf.get(row.id) ?? []).map(listedJobFrom),
        }));
      });
    },
  };
}

function liesWithin(within: Within): SQL {
  if (within.kind === "account") return eq(batches.accountId, within.accountId);
  if (within.kind === "starred") return sql`${batches.id} in ${starredIn(within.accountId, within.conversation)}`;
  const { platform, workspace, channel } = within.conversation;
  return within.kind === "workspace"
    ? sql`${batchWorkspace} = ${encodeWorkspace(within.conversation)}`
    : sql`${batchChannel} = ${encodeConversation({ platform, workspace, channel })}`;
}
