import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { SPANS, UNITS, type Span } from "../../core/account/quota/quota.ts";
import type { Usage, UsageBy } from "../../core/account/quota/usage.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
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

/** Usage from the ledger, on PostgreSQL. Only rows that add something count, and its indexes cover only those. */
export function createUsageStore(db: Database): Usage {
  return {
    async own(organisationId, accountId, workspace) {
      const rows = await db.run((queries) =>
        queries.execute(sql`
          with windows as materialized (
            select span, c.starts_at
            from unnest(array['day', 'week', 'month']) span,
              quota_window(span, ${zoneOf(organisationId, workspace)}, now()) c
          ), used as materialized (
            select counts_at >= (select starts_at from windows where span = 'day') as in_day,
              counts_at >= (select starts_at from windows where span = 'week') as in_week,
              counts_at >= (select starts_at from windows where span = 'month') as in_month,
              unit, sum(net) as net
            from ledger
            where organisation_id = ${organisationId} and account_id = ${accountId} and net <> 0
              and counts_at >= (select min(starts_at) from windows)
            group by 1, 2, 3, 4
          )
          select span, unit, coalesce(sum(net) filter (
            where case span when 'day' then in_day when 'week' then in_week else in_month end
          ), 0) as used
          from unnest(array['day', 'week', 'month']) span
          cross join unnest(array['images', 'seconds']) unit
          left join used using (unit)
          group by span, unit
          order by array_position(array['day', 'week', 'month'], span), unit`),
      );
      return z.array(Used).parse([...rows]);
    },

    async shares(organisationId, workspace, span, by) {
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with shares as materialized (
              select ${COLUMNS[by]} as share, coalesce(sum(net) filter (where unit = 'images'), 0) as images,
                coalesce(sum(net) filter (where unit = 'seconds'), 0) as seconds
              from ledger
              where organisation_id = ${organisationId} and net <> 0 and counts_at >= ${since(organisationId, workspace, span)}
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
            with days as materialized (
              select (counts_at at time zone ${zoneOf(organisationId, workspace)})::date as day, account_id, channel, model,
                sum(sign(net)) as jobs, coalesce(sum(net) filter (where unit = 'images'), 0) as images,
                coalesce(sum(net) filter (where unit = 'seconds'), 0) as seconds
              from ledger
              where organisation_id = ${organisationId} and net <> 0 and counts_at >= ${since(organisationId, workspace, span)}
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

/** The start of the workspace's current window. */
function since(organisationId: string, workspace: string, span: Span): SQL {
  return sql`(select starts_at from quota_window(${span}, ${zoneOf(organisationId, workspace)}, now()))`;
}
