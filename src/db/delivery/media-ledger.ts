import { and, inArray, isNotNull, sql } from "drizzle-orm";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { MediaBusyError, type MediaLedger, type SweepLedger } from "../../media/store/ledger.ts";
import type { Database } from "../connection.ts";
import { isStale } from "../jobs/proposal-store.ts";
import { holdTask } from "../leases.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { fittings, media } from "../schema/media.ts";

/** A repeated use within this time writes nothing. It is negligible compared with a retention of days. */
const MEDIA_TOUCH_MS = 3_600_000;

/** The lease of the one worker that sweeps. */
const SWEEP = "sweep";

/** The media store's ledger on PostgreSQL. `now`: milliseconds since the Unix epoch. */
export function createMediaLedger(db: Database, now: () => number): MediaLedger & SweepLedger {
  const lastUsedAt = (): string => new Date(now()).toISOString();
  /** A use since then counts as current. */
  const touchedAt = (): string => new Date(now() - MEDIA_TOUCH_MS).toISOString();

  return {
    async claim({ hash, bytes }, neededAt = now()) {
      // Only read what is already in use: concurrent writes for the same bytes would block each other.
      const [row] = await db.run((queries) =>
        queries.execute<{ mine: boolean }>(sql`
          with known as (
            select 1 from media
            where hash = ${hash} and deleting_since is null and last_used_at >= ${touchedAt()}::timestamptz
          ), entered as (
            insert into media (hash, bytes, last_used_at)
            select ${hash}::text, ${bytes}::bigint, ${new Date(neededAt).toISOString()}::timestamptz where not exists (select 1 from known)
            on conflict (hash) do update set last_used_at = greatest(media.last_used_at, excluded.last_used_at)
            where media.deleting_since is null
            returning hash
          )
          select exists (select 1 from known) or exists (select 1 from entered) as mine`),
      );
      if (row?.mine !== true) throw new MediaBusyError();
    },

    async use(hashes, neededAt) {
      if (hashes.length === 0) return [];
      const usedAt = neededAt === undefined ? lastUsedAt() : new Date(neededAt).toISOString();
      const enough = neededAt === undefined ? touchedAt() : usedAt;
      // Always in the same order, so that two calls can't deadlock.
      const kept = await db.run((queries) =>
        queries.execute<{ hash: string }>(sql`
          with known as (
            select hash from media
            where hash in ${listed(hashes, "text")} and deleting_since is null and last_used_at >= ${enough}::timestamptz
          ), wanted as (
            select hash from media where hash in ${listed(hashes, "text")} and hash not in (select hash from known) and deleting_since is null
            order by hash for update
          ), touched as (
            update media set last_used_at = greatest(media.last_used_at, ${usedAt}::timestamptz)
            from wanted where media.hash = wanted.hash
            returning media.hash
          )
          select hash from known union all select hash from touched`),
      );
      const found = new Set(kept.map(({ hash }) => hash));
      return hashes.filter((hash) => !found.has(hash));
    },

    holdSweep: (workerId) => holdTask(db, SWEEP, workerId),

    async doom(workerId, before, limit) {
      // Most sweeps find nothing old, which two index lookups show.
      const candidates = await db.run(
        (queries) =>
          queries.execute(sql`
            (
              select from media
              where deleting_since is null and last_used_at < ${new Date(before).toISOString()}::timestamptz
              order by last_used_at limit 1
            ) union all (
              select from media where deleting_since is not null order by hash limit 1
            )`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      if (candidates.length === 0) return [];
      const rows = await db.run(
        (queries) =>
          queries.execute<{ hash: string }>(sql`
            with sweeper as (
              select 1 from leases where name = ${SWEEP} and worker_id = ${workerId}
            ), open as (
              select id, request from batches where closed_at is null
            ), made as (
              select artifacts.hash from open
              join jobs on jobs.batch_id = open.id
              join artifacts on artifacts.job_id = jobs.id
            ), needed as (
              select jsonb_path_query(request, '$.**.hash') #>> '{}' as hash from open
              union select jsonb_path_query(request, '$.**.hash') #>> '{}' from proposals where not ${isStale}
              union select hash from made
              union select fitted_hash from fittings join made using (hash)
            ), old as (
              select media.hash from media
              where deleting_since is null and last_used_at < ${new Date(before).toISOString()}::timestamptz
                and not exists (select 1 from needed where needed.hash = media.hash)
              order by last_used_at limit ${limit}
            ), marked as (
              update media set deleting_since = now()
              where hash in (select hash from old) and deleting_since is null
                and last_used_at < ${new Date(before).toISOString()}::timestamptz
                and exists (select 1 from sweeper)
              returning hash
            )
            select hash from marked
            union select hash from (
              select hash from media where deleting_since is not null and exists (select 1 from sweeper) limit ${limit}
            ) as left_over
            limit ${limit}`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map(({ hash }) => hash);
    },

    async forget(hashes) {
      if (hashes.length === 0) return;
      await db.transaction(async (queries) => {
        await queries.delete(fittings).where(inArray(fittings.hash, [...hashes]));
        await queries.delete(media).where(and(inArray(media.hash, [...hashes]), isNotNull(media.deletingSince)));
      }, DATABASE_BACKGROUND_CALL_MS);
    },
  };
}
