import { sql } from "drizzle-orm";
import { z } from "zod";
import type { MonthReportStore } from "../../core/account/quota/month-reports.ts";
import type { Month } from "../../core/account/quota/usage.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { nearestLocale } from "../../lib/locale.ts";
import { daysOfMonth } from "../usage/usage-store.ts";
import type { Database } from "../connection.ts";
import { addAdminNote } from "../delivery/admin-notes.ts";
import { moment } from "../jobs/job-row.ts";
import { batchWorkspace } from "../schema/jobs.ts";

/** After this many days, a report is no longer sent, for example when the admin channel is set late in the month. */
const REPORTED_WITHIN_DAYS = 7;
/** Each reads a month; the limit keeps the transaction short. */
const REPORTS_AT_ONCE = 5;

const Row = z
  .object({
    organisation_id: z.string(),
    workspace: z.string(),
    time_zone: z.string(),
    starts_at: moment,
    ends_at: moment,
    locale: z.string().nullable(),
    subject: z.string(),
  })
  .transform(({ organisation_id: organisationId, subject, ...row }) => ({
    organisationId,
    subject,
    month: {
      workspace: row.workspace,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      timeZone: row.time_zone,
      locale: nearestLocale(row.locale ?? undefined),
    } satisfies Month,
  }));

/**
 * Monthly reports on PostgreSQL.
 * @param withinDays how many days into the next month a report is sent.
 */
export function createMonthReportStore(db: Database, withinDays = REPORTED_WITHIN_DAYS): MonthReportStore {
  return {
    report: (textOf) =>
      db.transaction(async (queries) => {
        const rows = await queries.execute(sql`
          with months as materialized (
            select organisation_id, platform || ':' || external_id as workspace, time_zone, before.starts_at, before.ends_at,
              'report ' || platform || ':' || external_id || ' ' || extract(epoch from before.starts_at)::bigint as subject
            from workspaces
            cross join lateral quota_window('month', time_zone, now()) this
            cross join lateral quota_window('month', time_zone, this.starts_at - interval '1 hour') before
            where admin_channel is not null and now() < this.starts_at + ${withinDays}::float8 * interval '1 day'
          )
          select months.*, (
            select locale from batches where ${batchWorkspace} = months.workspace order by created_at desc limit 1
          ) as locale
          from months
          where not exists (
            select from admin_notes
            where admin_notes.organisation_id = months.organisation_id and admin_notes.subject = months.subject
          ) and exists (
            select from usage_sums sums
            where sums.organisation_id = months.organisation_id and grain = 'quarter' and net > 0
              and sums.starts_at >= months.starts_at and sums.starts_at < months.ends_at
              and starts_with(sums.channel, months.workspace || ':')
          )
          order by workspace limit ${REPORTS_AT_ONCE}`);
        for (const { organisationId, subject, month } of rows.map((row) => Row.parse(row))) {
          const days = await daysOfMonth(queries, organisationId, month);
          const { workspace } = month;
          await addAdminNote(queries, { organisationId, subject, text: textOf(month, days), workspace, report: month });
        }
      }, DATABASE_BACKGROUND_CALL_MS),
  };
}
