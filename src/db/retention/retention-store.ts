import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Kept, RetentionStore } from "../../core/account/retention.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { holdTask } from "../leases.ts";

/** Nothing younger is deleted, even if a clock is wrong. As in `delete_old_requests`. */
const YOUNGEST = sql`interval '45 days'`;
/** The lease of the one worker that deletes. */
const RETENTION = "retention";

const Deleted = z.object({ deleted: z.coerce.number() });

/** Deletes old rows on PostgreSQL, a few in each statement. */
export function createRetentionStore(db: Database): RetentionStore {
  return {
    hold: (workerId) => holdTask(db, RETENTION, workerId),

    async deleteOld(what, before, limit) {
      const [row] = await db.run(
        (queries) => queries.execute(DELETE[what](momentOf(before), sql`${limit}::integer`)),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return Deleted.parse(row).deleted;
    },
  };
}

function momentOf(before: Date): SQL {
  return sql`least(${before.toISOString()}::timestamptz, now() - ${YOUNGEST})`;
}

/**
 * Each skips locked rows. Where rows grow with the requests, an index finds the oldest; the few others are read in the order of
 * the table, until enough are found.
 */
const DELETE: Readonly<Record<Kept, (before: SQL, limit: SQL) => SQL>> = {
  requests: (before, limit) => sql`select delete_old_requests(${before}, ${limit}) as deleted`,
  audit: (before, limit) => sql`select delete_old_audit(${before}, ${limit}) as deleted`,
  // Their files are deleted with them. Open pages keep what they show until they are loaded again.
  messages: (before, limit) => sql`
    with old as (
      select id from console_messages where created_at < ${before} order by created_at limit ${limit} for update skip locked
    ), gone as (
      delete from console_messages where id in (select id from old) returning id
    )
    select count(*) as deleted from gone`,
  // Uploads that never got a message, and those that a form used.
  files: (before, limit) => sql`
    with old as (
      select id from console_files where message_id is null and created_at < ${before} order by created_at limit ${limit}
      for update skip locked
    ), gone as (
      delete from console_files where id in (select id from old) returning id
    )
    select count(*) as deleted from gone`,
  // A note's subject keeps it from being posted twice, but nothing reports again what is that old.
  notes: (before, limit) => deleteFrom(sql`admin_notes`, sql`state <> 'due' and created_at < ${before}`, limit),
  windows: (before, limit) => deleteFrom(sql`quota_windows`, sql`ends_at < ${before}`, limit),
  warnings: (before, limit) => deleteFrom(sql`quota_warnings`, sql`ends_at < ${before}`, limit),
  moneyWarnings: (before, limit) => deleteFrom(sql`money_quota_warnings`, sql`ends_at < ${before}`, limit),
};

function deleteFrom(table: SQL, isOld: SQL, limit: SQL): SQL {
  return sql`
    with old as (
      select ctid from ${table} where ${isOld} limit ${limit} for update skip locked
    ), gone as (
      delete from ${table} where ctid in (select ctid from old) returning 1
    )
    select count(*) as deleted from gone`;
}
