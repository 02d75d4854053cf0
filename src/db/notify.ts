import type { Queries } from "./queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { News } from "../core/job/job-store.ts";
import type { Database } from "./connection.ts";
import { listed } from "./jobs/listed.ts";

/** Said when jobs may be claimed that whoever took them in does not claim. Heard by every worker. */
export const WORK_CHANNEL = "easel_work";
/** Said with the id of a batch that changed and that another process keeps. */
export const BATCH_CHANNEL = "easel_batch";
/** Said with a batch's id when its jobs are to be cancelled. */
const CANCEL_CHANNEL = "easel_cancel";
/** Said with a batch's id when someone wants what it has made fetched now. */
export const FETCH_CHANNEL = "easel_fetch";
/** Said with a batch's id and, where it has one, the worker that looks after its messages from now on. */
export const KEEP_CHANNEL = "easel_keep";
/** Said when a worker ends by itself: what it had is nobody's. */
export const LEFT_CHANNEL = "easel_left";
/** Said with the progress of jobs that another process shows. */
const PROGRESS_CHANNEL = "easel_progress";
/** Said with an organisation's id when what its people may do, or who they are, has changed. */
const POLICY_CHANNEL = "easel_policy";

/** Said with an organisation's id when something of it is paused or resumed, or its keys change: `src/db/functions/tell_notices.sql`. */
const PAUSE_CHANNEL = "easel_pause";

export const notifyLeft = sql`select pg_notify(${LEFT_CHANNEL}, '')`;

/** Tells the workers of all processes that a batch is to be cancelled. */
export async function announceCancel(db: Database, batchId: string): Promise<void> {
  await db.run((queries) => queries.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${batchId}::text)`));
}

/** Tells the workers of these batches that they have changed, in one statement. */
export async function announceChanges(db: Database, batchIds: readonly string[]): Promise<void> {
  await db.run((queries) =>
    queries.execute(sql`
      select pg_notify(${BATCH_CHANNEL}, id) from ${listed(batchIds, "text")} as told (id)`),
  );
}

/** Tells the other processes of progress, in one statement. */
export async function announceProgress(db: Database, payloads: readonly string[]): Promise<void> {
  await db.run((queries) =>
    queries.execute(sql`
      select pg_notify(${PROGRESS_CHANNEL}, payload) from ${listed(payloads, "text")} as told (payload)`),
  );
}

/** Tells all processes, once it is committed, that something of an organisation has changed that decides what its people may do. */
export async function tellPolicyChanged(queries: Pick<Queries, "execute">, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${POLICY_CHANNEL}, ${organisationId}::text)`);
}

/** Tells the workers of all processes, once it is committed, that something is paused, or no longer is. */
export async function announcePause(queries: Pick<Queries, "execute">, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${PAUSE_CHANNEL}, ${organisationId}::text)`);
}

/** Says on the same channel that it can be heard. */
export async function announceAlive(db: Database): Promise<void> {
  await db.run((queries) => queries.execute(sql`select pg_notify(${POLICY_CHANNEL}, '')`));
}

/**
 * Hears of such changes, and of signs of life, which name no organisation. `missed` is called at first and after every reconnect: what was said in between is lost, so that
 * nothing of before may be remembered. Returns the way to stop.
 */
export function hearPolicyChanges(
  db: Database,
  heard: (organisationId: string) => void,
  missed: () => void,
): Promise<() => Promise<void>> {
  return db.listen(POLICY_CHANNEL, heard, missed);
}

/** Hears of progress. Returns the way to stop. */
export function hearProgress(db: Database, heard: (payload: string) => void): Promise<() => Promise<void>> {
  return db.listen(PROGRESS_CHANNEL, heard, () => {});
}

/** Hears what processes tell each other. A lost notification is made up for by the sweeps. Returns the way to stop. */
export async function hearNotifications(db: Database, heard: (news: News) => void): Promise<() => Promise<void>> {
  const aboutBatch = (kind: "batch" | "cancel" | "fetch") => (payload: string) => {
    const batchId = z.uuid().safeParse(payload);
    if (batchId.success) heard({ kind, batchId: batchId.data });
  };
  const keeper = (payload: string): void => {
    const [batchId, workerId] = payload.split(" ");
    const told = z.object({ batchId: z.uuid(), workerId: z.uuid().optional() }).safeParse({ batchId, workerId });
    if (told.success) heard({ kind: "keep", batchId: told.data.batchId, workerId: told.data.workerId });
  };
  const again = (): void => heard({ kind: "work" });
  const undo = await Promise.all([
    db.listen(WORK_CHANNEL, again, again),
    db.listen(BATCH_CHANNEL, aboutBatch("batch"), () => {}),
    db.listen(CANCEL_CHANNEL, aboutBatch("cancel"), () => {}),
    db.listen(FETCH_CHANNEL, aboutBatch("fetch"), () => {}),
    db.listen(KEEP_CHANNEL, keeper, () => heard({ kind: "missed" })),
    db.listen(
      PAUSE_CHANNEL,
      () => heard({ kind: "paused" }),
      () => heard({ kind: "paused" }),
    ),
    db.listen(
      LEFT_CHANNEL,
      () => heard({ kind: "left" }),
      () => {},
    ),
  ]);
  return async () => {
    await Promise.all(undo.map((stop) => stop().catch(() => {})));
  };
}
