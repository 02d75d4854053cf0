import { and, asc, eq, inArray, sql, type InferSelectModel } from "drizzle-orm";
import type { ChainStep, StepJob } from "../../core/delivery/result-store.ts";
import { JobFailure } from "../../core/job/failure.ts";
import { batchFrom, LISTED_COLUMNS, listedJobFrom } from "../jobs/job-row.ts";
import type { Queries } from "../queries.ts";
import { orUndefined } from "../rows.ts";
import { artifacts, batches, jobs } from "../schema/jobs.ts";

/** A batch and its ancestors, oldest first; beyond `limit`, the oldest are left out. Empty if there is no such batch. */
export async function readChain(queries: Queries, batchId: string, limit: number): Promise<readonly ChainStep[]> {
  const ids = await queries.execute<{ id: string }>(sql`
    with recursive chain as (
      select id, parent_id, 1 as step from batches where id = ${batchId}
      union all
      select batches.id, batches.parent_id, chain.step + 1 from batches join chain on batches.id = chain.parent_id
      where chain.step < ${limit}
    )
    select id from chain order by step desc`);
  const order = ids.map((row) => row.id);
  if (order.length === 0) return [];
  const [found, members] = await Promise.all([
    queries.select().from(batches).where(inArray(batches.id, order)),
    queries
      .select(STEP_COLUMNS)
      .from(jobs)
      .leftJoin(artifacts, and(eq(artifacts.jobId, jobs.id), eq(artifacts.state, "unretrievable")))
      .where(inArray(jobs.batchId, order))
      .orderBy(asc(jobs.ordinal)),
  ]);
  return order.flatMap((id) => {
    const row = found.find((one) => one.id === id);
    return row ? [{ batch: batchFrom(row), jobs: members.filter((job) => job.batchId === id).map(stepJobFrom) }] : [];
  });
}

/** The columns that a recipe reads, without the body. `lost`: why the result is unavailable. */
const STEP_COLUMNS = {
  ...LISTED_COLUMNS,
  batchId: jobs.batchId,
  submittedAt: jobs.submittedAt,
  requestId: jobs.requestId,
  remoteId: jobs.remoteId,
  usage: jobs.usage,
  lost: artifacts.failure,
};

type StepRow = Pick<InferSelectModel<typeof jobs>, Exclude<keyof typeof STEP_COLUMNS, "lost">> & {
  readonly lost: unknown;
};

function stepJobFrom(row: StepRow): StepJob {
  const { ordinal, state, endedAt, failure, settlement } = listedJobFrom(row);
  // Failures from before the gateway accepted the job are obsolete.
  const isTaken = state === "running" || state === "succeeded";
  const own = isTaken ? undefined : failure;
  return {
    ordinal,
    state,
    submittedAt: orUndefined(row.submittedAt),
    endedAt,
    requestId: orUndefined(row.requestId),
    remoteId: orUndefined(row.remoteId),
    failure: row.lost === null ? own : JobFailure.parse(row.lost),
    settlement,
    usage: row.usage,
  };
}
