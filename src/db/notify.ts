import type { Queries } from "./queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { News } from "../core/job/job-store.ts";
import type { Database } from "./connection.ts";
import { listed } from "./jobs/sql-arrays.ts";

/** Jobs may be waiting that the sending process doesn't claim; carries their organisation's id. Every worker listens. */
export const WORK_CHANNEL = "easel_work";
/** A batch that another process owns has changed; carries its id. */
export const BATCH_CHANNEL = "easel_batch";
/** A batch's jobs are to be cancelled; carries its id. */
const CANCEL_CHANNEL = "easel_cancel";
/** A batch's artifacts are to be fetched now; carries its id. */
export const FETCH_CHANNEL = "easel_fetch";
/** A batch changed hands; carries its id and, if there is one, its new worker. */
export const KEEP_CHANNEL = "easel_keep";
/** A worker ended normally, and its jobs have no owner. */
export const LEFT_CHANNEL = "easel_left";
/** Progress of jobs that another process shows. */
const PROGRESS_CHANNEL = "easel_progress";
/** An organisation's policy, people or memberships changed; carries its id. */
const POLICY_CHANNEL = "easel_policy";

/** An organisation was paused or resumed, or its keys changed; carries its id: `src/db/functions/notify/tell_notices.sql`. */
const PAUSE_CHANNEL = "easel_pause";

export const notifyLeft = sql`select pg_notify(${LEFT_CHANNEL}, '')`;

/** Tells all workers that a batch is to be cancelled. */
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

/** Broadcasts progress to the other processes, in one statement. */
export async function announceProgress(db: Database, payloads: readonly string[]): Promise<void> {
  await db.run((queries) =>
    queries.execute(sql`
      select pg_notify(${PROGRESS_CHANNEL}, payload) from ${listed(payloads, "text")} as told (payload)`),
  );
}

/** Tells all processes, on commit, that an organisation's policy or people have changed. */
export async function announcePolicyChange(queries: Pick<Queries, "execute">, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${POLICY_CHANNEL}, ${organisationId}::text)`);
}

/** Tells all workers, on commit, that something was paused or resumed. */
export async function announcePause(queries: Pick<Queries, "execute">, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${PAUSE_CHANNEL}, ${organisationId}::text)`);
}

/** Sends a sign of life on the policy channel, which proves that notifications arrive. */
export async function announceAlive(db: Database): Promise<void> {
  await db.run((queries) => queries.execute(sql`select pg_notify(${POLICY_CHANNEL}, '')`));
}

/**
 * Subscribes to policy changes and to signs of life, which name no organisation. Calls `missed` initially and after every
 * reconnect: notifications in between are lost, so caches must be cleared. Returns a function that unsubscribes.
 */
export function hearPolicyChanges(
  db: Database,
  heard: (organisationId: string) => void,
  missed: () => void,
): Promise<() => Promise<void>> {
  return db.listen(POLICY_CHANNEL, heard, missed);
}

/** Subscribes to progress. Returns a function that unsubscribes. */
export function hearProgress(db: Database, heard: (payload: string) => void): Promise<() => Promise<void>> {
  return db.listen(PROGRESS_CHANNEL, heard, () => {});
}

/** Subscribes to notifications between processes. Sweeps compensate for lost ones. Returns a function that unsubscribes. */
export async function hearNotifications(db: Database, heard: (news: News) => void): Promise<() => Promise<void>> {
  const aboutBatch = (kind: "batch" | "cancel" | "fetch") => (payload: string) => {
    const batchId = z.uuid().safeParse(payload);
    if (batchId.success) heard({ kind, batchId: batchId.data });
  };
  const onKeep = (payload: string): void => {
    const [batchId, workerId] = payload.split(" ");
    const told = z.object({ batchId: z.uuid(), workerId: z.uuid().optional() }).safeParse({ batchId, workerId });
    if (told.success) heard({ kind: "keep", batchId: told.data.batchId, workerId: told.data.workerId });
  };
  const onWork = (payload: string): void => heard({ kind: "work", organisationId: z.uuid().safeParse(payload).data });
  const undo = await Promise.all([
    db.listen(WORK_CHANNEL, onWork, () => onWork("")),
    db.listen(BATCH_CHANNEL, aboutBatch("batch"), () => {}),
    db.listen(CANCEL_CHANNEL, aboutBatch("cancel"), () => {}),
    db.listen(FETCH_CHANNEL, aboutBatch("fetch"), () => {}),
    db.listen(KEEP_CHANNEL, onKeep, () => heard({ kind: "missed" })),
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
