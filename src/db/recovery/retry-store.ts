import { sql } from "drizzle-orm";
import { z } from "zod";
import { retryKey, type RetryStore } from "../../core/job/recovery/recoveries.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { nearestLocale } from "../../lib/locale.ts";
import type { Database } from "../connection.ts";
import { addAdminNote } from "../delivery/admin-notes.ts";
import { moment } from "../jobs/job-row.ts";
import { holdTask } from "../leases.ts";
import type { Queries } from "../queries.ts";
import { same } from "./failed-jobs.ts";
import { Outcomes, OUTCOMES, Sums } from "./recovery-store.ts";

/** The lease of the one worker that retries. */
const RETRYING = "retrying";
/** Delay before retrying a request, for example while its platform is unavailable. */
const POSTPONED = sql`interval '1 minute'`;

const Due = z
  .object({ recovery_id: z.string(), batch_id: z.string(), job_ids: z.array(z.string()), confirmed_at: moment })
  .transform(({ recovery_id: recoveryId, batch_id: batchId, job_ids: jobIds, confirmed_at: confirmedAt }) => ({
    recoveryId,
    batchId,
    jobIds,
    confirmedAt,
  }));
const Ended = z.object({ organisation_id: z.string(), locale: z.string(), sums: Sums, outcomes: Outcomes });

/** Confirmed retries on PostgreSQL. */
export function createRetryStore(db: Database): RetryStore {
  const run = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => db.run(work, DATABASE_BACKGROUND_CALL_MS);
  return {
    async due(limit) {
      const rows = await run((queries) =>
        queries.execute(sql`
          select recovery_id, batch_id, to_jsonb(job_ids) as job_ids, confirmed_at
          from recoveries join recovery_items on recovery_id = recoveries.id
          where state = 'running' and outcome is null and not_before <= now()
          -- Postponed requests come last, so that they don't delay others.
          order by not_before, confirmed_at, recovery_id, ordinal limit ${limit}`),
      );
      return rows.map((row) => Due.parse(row));
    },

    hold: (workerId) => holdTask(db, RETRYING, workerId),

    async repeated(item) {
      const [row] = await run((queries) =>
        queries.execute<{ ours: boolean; other: boolean }>(sql`
          select
            exists (
              select from batches ours where ours.platform = batches.platform and ours.event_key = ${retryKey(item)}
            ) as ours,
            exists (
              select from batches later
              where later.account_id = batches.account_id and later.created_at > batches.created_at
                and ${same("later")} = ${same("batches")}
            ) as other
          from batches where id = ${item.batchId}::uuid`),
      );
      if (row?.ours === true) return "ours";
      return row?.other === true ? "other" : undefined;
    },

    async postpone({ recoveryId, batchId }) {
      await run((queries) =>
        queries.execute(sql`
          update recovery_items set not_before = now() + ${POSTPONED}
          where recovery_id = ${recoveryId}::uuid and batch_id = ${batchId}::uuid`),
      );
    },

    settle: ({ recoveryId, batchId }, outcome, textOf) =>
      db.transaction(async (queries) => {
        // Serialised, so that exactly one call sees that it is the last.
        await queries.execute(sql`select from recoveries where id = ${recoveryId}::uuid for update`);
        await queries.execute(sql`
          update recovery_items set outcome = ${outcome}
          where recovery_id = ${recoveryId}::uuid and batch_id = ${batchId}::uuid and outcome is null`);
        const [row] = await queries.execute(sql`
          update recoveries set state = 'done', done_at = now()
          where id = ${recoveryId}::uuid and state = 'running'
            and not exists (select from recovery_items where recovery_id = recoveries.id and outcome is null)
          returning organisation_id, locale, sums, ${OUTCOMES} as outcomes`);
        if (!row) return;
        const { organisation_id: organisationId, locale, ...ended } = Ended.parse(row);
        const text = textOf({ ...ended, locale: nearestLocale(locale) });
        await addAdminNote(queries, { organisationId, subject: `recovery:${recoveryId}`, text });
      }, DATABASE_BACKGROUND_CALL_MS),
  };
}
