import type { Queries } from "./queries.ts";
import { sql } from "drizzle-orm";
import { DATABASE_BACKGROUND_CALL_MS } from "../lib/limits.ts";
import type { Database } from "./connection.ts";
import { leases } from "./schema/jobs.ts";
import { listed } from "./jobs/sql-arrays.ts";
import { KEEP_CHANNEL } from "./notify.ts";

/** The lease for posting a batch: its workspace's, taken from the start of the encoded conversation. */
const workspace = sql`'post:' || split_part(conversation, ':', 1) || ':' || split_part(conversation, ':', 2)`;

/** The worker that posts for a row's `conversation`, if any; read while a batch is written. */
export const posterOf = sql<string | null>`(select leases.worker_id from leases where leases.name = ${workspace})`;

/**
 * Gives batches to the workers that post for their workspaces. If no worker posts for a workspace, this one takes its lease,
 * which ends with the worker. Notifies each worker that gets a batch.
 */
export async function giveToPosters(
  queries: Queries,
  batchIds: readonly string[],
  workerId: string,
): Promise<{ mine: string[]; workspaces: string[] }> {
  if (batchIds.length === 0) return { mine: [], workspaces: [] };
  const ids = listed(batchIds);
  // Always in the same order, so that two calls can't deadlock.
  await queries.execute(sql`
    insert into leases (name, worker_id)
    select distinct ${workspace}, workers.id from batches, workers
    where batches.id in ${ids} and workers.id = ${workerId}
    order by 1
    on conflict do nothing`);
  const given = await queries.execute<{ id: string; worker_id: string; name: string }>(sql`
    with given as (
      update batches set worker_id = leases.worker_id from leases
      where batches.id in ${ids} and closed_at is null and leases.name = ${workspace}
      returning batches.id, batches.worker_id, leases.name
    )
    select given.*,
      case when worker_id <> ${workerId} then pg_notify(${KEEP_CHANNEL}, id::text || ' ' || worker_id::text) end
    from given`);
  const mine = given.filter((row) => row.worker_id === workerId);
  return { mine: mine.map((row) => row.id), workspaces: [...new Set(mine.map((row) => workspaceOf(row.name)))] };
}

/** Whether this worker holds the lease of a task that only one worker does. Acquires the lease if it is free. */
export async function holdTask(db: Pick<Database, "runDirect">, name: string, workerId: string): Promise<boolean> {
  const [row] = await db.runDirect(async (queries) => {
    await queries.insert(leases).values({ name, workerId }).onConflictDoNothing();
    return queries.execute<{ mine: boolean }>(
      sql`select worker_id = ${workerId} as mine from leases where name = ${name}`,
    );
  }, DATABASE_BACKGROUND_CALL_MS);
  return row?.mine ?? false;
}

/** The workspace that a lease is for, as `encodeWorkspace` writes it. */
function workspaceOf(name: string): string {
  return name.slice("post:".length);
}
