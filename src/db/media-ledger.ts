import { and, inArray, isNotNull, sql } from "drizzle-orm";
import { DATABASE_BACKGROUND_CALL_MS } from "../limits.ts";
import { MediaBusyError, type MediaLedger, type SweepLedger } from "../media/ledger.ts";
import type { Database } from "./connection.ts";
import { leases } from "./schema/jobs.ts";
import { fittings, media } from "./schema/media.ts";

/** The lease of the one worker that sweeps. */
const SWEEP = "sweep";

/** The ledger of the media store on Postgres. `now`: milliseconds since the Unix epoch. */
export function createMediaLedger(db: Database, now: () => number): MediaLedger & SweepLedger {
  const lastUsedAt = (): Date => new Date(now());

  return {
    async claim({ hash, bytes }) {
      const claimed = await db.run((queries) =>
        queries
          .insert(media)
          .values({ hash, bytes, lastUsedAt: lastUsedAt() })
          .onConflictDoUpdate({
            target: media.hash,
            set: { lastUsedAt: sql`greatest(${media.lastUsedAt}, excluded.last_used_at)` },
            setWhere: sql`${media.doomedAt} is null`,
          })
          .returning({ hash: media.hash }),
      );
      if (claimed.length === 0) throw new MediaBusyError();
    },

    async use(hashes) {
      if (hashes.length === 0) return [];
      // In one order everywhere, so that two of these can't wait for each other.
      const kept = await db.run((queries) =>
        queries.execute<{ hash: string }>(sql`
          with wanted as (
            select hash from media where hash in ${[...hashes]} and doomed_at is null order by hash for update
          )
          update media set last_used_at = greatest(media.last_used_at, ${lastUsedAt().toISOString()}::timestamptz)
          from wanted where media.hash = wanted.hash
          returning media.hash`),
      );
      const found = new Set(kept.map(({ hash }) => hash));
      return hashes.filter((hash) => !found.has(hash));
    },

    async holdSweep(workerId) {
      const [row] = await db.run(async (queries) => {
        await queries.insert(leases).values({ name: SWEEP, workerId }).onConflictDoNothing();
        return queries.execute<{ mine: boolean }>(
          sql`select worker_id = ${workerId} as mine from leases where name = ${SWEEP}`,
        );
      }, DATABASE_BACKGROUND_CALL_MS);
      return row?.mine ?? false;
    },

    async doom(workerId, before, limit) {
      const rows = await db.run(
        (queries) =>
          queries.execute<{ hash: string }>(sql`
            with sweeper as (
              select 1 from leases where name = ${SWEEP} and worker_id = ${workerId}
            ), open as (
              select id, request from batches where closed_at is null
            ), needed as (
              select jsonb_path_query(request, '$.**.hash') #>> '{}' as hash from open
              union select hash from artifacts join open on open.id = artifacts.batch_id
              union select fitted_hash from fittings join artifacts using (hash) join open on open.id = artifacts.batch_id
            ), old as (
              select media.hash from media
              where doomed_at is null and last_used_at < ${new Date(before).toISOString()}::timestamptz
                and not exists (select 1 from needed where needed.hash = media.hash)
              order by last_used_at limit ${limit}
            ), marked as (
              update media set doomed_at = now()
              where hash in (select hash from old) and doomed_at is null
                and last_used_at < ${new Date(before).toISOString()}::timestamptz
                and exists (select 1 from sweeper)
              returning hash
            )
            select hash from marked
            union select hash from (
              select hash from media where doomed_at is not null and exists (select 1 from sweeper) limit ${limit}
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
        await queries.delete(media).where(and(inArray(media.hash, [...hashes]), isNotNull(media.doomedAt)));
      }, DATABASE_BACKGROUND_CALL_MS);
    },
  };
}
