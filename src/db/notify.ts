import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./connection.ts";

/** Said when jobs may be claimed. Heard by every worker. */
export const WORK_CHANNEL = "easel_work";
/** Said with a batch's id when something about it changed. */
export const BATCH_CHANNEL = "easel_batch";
/** Said with a batch's id when its jobs are to be cancelled. */
const CANCEL_CHANNEL = "easel_cancel";

export const notifyWork = sql`select pg_notify(${WORK_CHANNEL}, '')`;

/** Tells the workers of all processes that a batch is to be cancelled. */
export async function announceCancel(db: Database, batchId: string): Promise<void> {
  await db.run((queries) => queries.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${batchId}::text)`));
}

export type News = { kind: "work" } | { kind: "batch" | "cancel"; batchId: string };

/** Hears what processes tell each other. A lost notification is made up for by the sweeps. Returns the way to stop. */
export async function hearNotifications(db: Database, heard: (news: News) => void): Promise<() => Promise<void>> {
  const aboutBatch = (kind: "batch" | "cancel") => (payload: string) => {
    const batchId = z.uuid().safeParse(payload);
    if (batchId.success) heard({ kind, batchId: batchId.data });
  };
  const again = (): void => heard({ kind: "work" });
  const undo = await Promise.all([
    db.listen(WORK_CHANNEL, again, again),
    db.listen(BATCH_CHANNEL, aboutBatch("batch"), () => {}),
    db.listen(CANCEL_CHANNEL, aboutBatch("cancel"), () => {}),
  ]);
  return async () => {
    await Promise.all(undo.map((stop) => stop().catch(() => {})));
  };
}
