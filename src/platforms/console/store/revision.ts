import type { Queries } from "../../../db/queries.ts";
import { sql } from "drizzle-orm";
import { consoleCounter } from "../../../db/schema/console.ts";

/** The notification channel through which processes on one database announce changes. */
export const CHANGES_CHANNEL = "easel_console";

/**
 * Takes the next revision inside the transaction that makes the change, and notifies every process when it commits. The
 * counter's row stays locked until then, so revisions become visible in order.
 */
export async function nextRevision(transaction: Queries): Promise<number> {
  const [row] = await transaction
    .insert(consoleCounter)
    .values({ id: 1, revision: 1 })
    .onConflictDoUpdate({ target: consoleCounter.id, set: { revision: sql`${consoleCounter.revision} + 1` } })
    .returning({ revision: consoleCounter.revision });
  if (!row) throw new Error("the revision counter returned no row");
  await transaction.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${String(row.revision)})`);
  return row.revision;
}

/** The newest revision. Everything up to it is visible. */
export async function currentRevision(queries: Queries): Promise<number> {
  const [row] = await queries.select({ revision: consoleCounter.revision }).from(consoleCounter);
  return row?.revision ?? 0;
}
