import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { SPANS, UNITS, type Span } from "../../core/account/quota/quota.ts";
import type { Usage, UsageBy } from "../../core/account/quota/usage.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { listed } from "../jobs/listed.ts";
import { zoneOf } from "./workspace-zone.ts";

const count = z.coerce.number();
const Used = z.object({ span: z.enum(SPANS), unit: z.enum(UNITS), used: count });
const Share = z.object({ name: z.string(), images: count, seconds: count });
const Day = z
  .object({
    day: z.string(),
    member: z.string(),
    account_id: z.string(),
    channel: z.string(),
    model: z.string(),
    jobs: count,
    images: count,
    seconds: count,
  })
  .transform(({ account_id: accountId, ...rest }) => ({ ...rest, accountId }));

/** The columns that usage can be grouped by. */
const COLUMNS: Readonly<Record<UsageBy, SQL>> = {
  member: sql`account_id`,
  channel: sql`channel`,
  model: sql`model`,
};

/** Usage on PostgreSQL, from the ledger's sums. Only rows that add something count. */
export function createUsageStore(db: Database): Usage {
  return {
    async own(organisationId, accountId, workspace) {
      const rows = await db.run((queries) =>
        queries.execute(sql`
          with windows as materialized (${windowsOf(organisationId, workspace, SPANS)}), used as materialized (
            select span, unit, sum(net) as used
            from windows cross join lateral (${countedIn(sql`organisation_id = ${organisationId} and account_id = ${accountId}`)}) counted
            group by span, unit
          )
          select span, unit, coalesce(used, 0) as used
          from windows cross join unnest(array['images', 'seconds']) unit
          left join used using (span, unit)
          order by array_position(array['day', 'week', 'month'], span), unit`),
      );
      return z.array(Used).parse([...rows]);
    },

    async shares(organisationId, workspace, span, by) {
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with windows as materialized (${windowsOf(organisationId, workspace, [span])}), shares as materialized (
              select ${COLUMNS[by]} as share, coalesce(sum(net) filter (where unit = 'images'), 0) as images,
                coalesce(sum(net) filter (where unit = 'seconds'), 0) as seconds
              from windows cross join lateral (${countedIn(sql`organisation_id = ${organisationId}`)}) counted
              group by 1
              having sum(net) > 0
            )
            select ${by === "member" ? sql`(select display_name from accounts where id = share)` : sql`share`} as name,
              images, seconds
            from shares
            order by seconds desc, images desc, name`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return z.array(Share).parse([...rows]);
    },

    async days(organisationId, workspace, span, limit) {
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with windows as materialized (${windowsOf(organisationId, workspace, [span])}), days as materialized (
              select (counted.starts_at at time zone ${zoneOf(organisationId, workspace)})::date as day, account_id, channel, model,
                sum(jobs) as jobs, coalesce(sum(net) filter (where unit = 'images'), 0) as images,
                coalesce(sum(net) filter (where unit = 'seconds'), 0) as seconds
              from windows cross join lateral (${countedByQuarter(sql`organisation_id = ${organisationId}`)}) counted
              group by 1, 2, 3, 4
              having sum(net) > 0
              order by 1 desc, 2, 3, 4
              limit ${limit}
            )
            select day::text, display_name as member, account_id, channel, model, jobs, images, seconds
            from days join accounts on accounts.id = account_id
            order by day desc, member, account_id, channel, model`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return z.array(Day).parse([...rows]);
    },
  };
}

/**
 * The workspace's current windows, in SQL: the first moment (`starts_at`), from when on the sums have everything (`summed_from`), and
 * the first whole day after that (`first_day`, UTC).
 */
function windowsOf(organisationId: string, workspace: string, spans: readonly Span[]): SQL {
  return sql`
    select span, starts_at, summed_from, date_bin('1 day', summed_from + interval '1 day' - interval '1 microsecond', 'epoch') as first_day
    from unnest(array${listed(spans, "text")}) span
    cross join lateral quota_window(span, ${zoneOf(organisationId, workspace)}, now())
    cross join lateral (select greatest(starts_at, coalesce((select at from usage_start), 'infinity')) as summed_from) summed`;
}

/** What counts in a row of `windows`, as few rows as possible: whole days, and quarters of an hour before them. */
function countedIn(whose: SQL): SQL {
  return sql`
    select account_id, channel, model, unit, net from usage_sums
    where ${whose} and grain = 'day' and usage_sums.starts_at >= first_day
    union all
    select account_id, channel, model, unit, net from usage_sums
    where ${whose} and grain = 'quarter' and usage_sums.starts_at >= summed_from and usage_sums.starts_at < first_day
    union all
    select account_id, channel, model, unit, net from ledger
    where ${whose} and net <> 0 and counts_at >= windows.starts_at and counts_at < summed_from`;
}

/** The same with times, which lie in one day of any time zone. */
function countedByQuarter(whose: SQL): SQL {
  return sql`
    select usage_sums.starts_at, account_id, channel, model, unit, net, jobs from usage_sums
    where ${whose} and grain = 'quarter' and usage_sums.starts_at >= summed_from
    union all
    select counts_at, account_id, channel, model, unit, net, sign(net) from ledger
    where ${whose} and net <> 0 and counts_at >= windows.starts_at and counts_at < summed_from`;
}
