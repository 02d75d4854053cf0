import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";

/** Messages deleted in one statement. */
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes the messages that a channel had when it was removed, in parts: a long statement would be cancelled, and delete nothing.
 * Does nothing for a channel that was not removed, and can be repeated after an interruption.
 */
export async function deleteRemovedMessages(db: Database, channel: string): Promise<void> {
  const removed = sql`
    select message.id from console_messages message
    join console_channels channel on channel.id = message.channel_id
    where channel.id = ${channel} and channel.removed_at is not null and message.position < channel.revision`;
  const run = (statement: SQL): Promise<readonly unknown[]> =>
    db.run((queries) => queries.execute(statement), DATABASE_BACKGROUND_CALL_MS);
  // A small part doesn't mean that none are left: another process may be deleting the same ones.
  while ((await run(sql`${removed} limit 1`)).length > 0) {
    await run(sql`delete from console_messages where id in (${removed} limit ${DELETED_AT_ONCE})`);
  }
}
