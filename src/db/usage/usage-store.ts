import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { SPANS, UNITS } from "../../core/account/quota/quota.ts";
import {
  USAGE_ROWS,
  type Month,
  type Spent,
  type Usage,
  type UsageBy,
  type UsageDay,
} from "../../core/account/quota/usage.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import type { Queries } from "../queries.ts";
import { isMoney, MONEY_SUMS, rawSpent, spentFrom, type RawSpent } from "../money/spent-sums.ts";
import { countedByDay, countedIn, windowOf, windowsOf } from "./usage-windows.ts";

const count = z.coerce.number();
const Used = z.object({ span: z.enum(SPANS), unit: z.enum(UNITS), used: count });
const Share = z.object({ name: z.string(), images: count, seconds: count, ...rawSpent });
const SpanSpent = z.object({ span: z.enum(SPANS), ...rawSpent });
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
    ...rawSpent,
  })
  .transform(({ account_id: accountId, ...rest }) => ({ ...rest, accountId }));

const Bounds = z.object({ timeZone: z.string(), startsAt: moment, endsAt: moment });

/** Adds to the rows what they cost, if any of them has a price. */
function withSpent<T extends RawSpent>(rows: readonly T[]): (Omit<T, keyof RawSpent> & { readonly spent?: Spent })[] {
  const isPriced = rows.some(({ money }) => Object.keys(money).length > 0);
  return rows.map(({ money, unpriced, ...row }) => ({
    ...row,
    ...(isPriced ? { spent: spentFrom({ money, unpriced }) } : {}),
  }));
}

/** The columns that usage can be grouped by, besides the day. */
const COLUMNS: Readonly<Record<Exclude<UsageBy, "day">, SQL>> = {
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

    async ownSpent(organisationId, accountId, workspace) {
      const rows = await db.run((queries) =>
        queries.execute(sql`
          with windows as materialized (${windowsOf(organisationId, workspace, SPANS)}), sums as materialized (
            select span, unit, sum(net) as net, sum(jobs) as jobs
            from windows cross join lateral (${countedIn(sql`organisation_id = ${organisationId} and account_id = ${accountId}`)}) counted
            group by span, unit
          )
          select span, ${MONEY_SUMS} from sums group by span`),
      );
      const spans = z.array(SpanSpent).parse([...rows]);
      return new Map(
        spans.flatMap(({ span, ...sums }) => {
          const found = spentFrom(sums);
          return found.money.length === 0 ? [] : [[span, found] as const];
        }),
      );
    },

    async shares(organisationId, workspace, span, by) {
      const whose = sql`organisation_id = ${organisationId}`;
      const [share, counted, order] =
        by === "day"
          ? [sql`day::text`, countedByDay(whose), sql`name desc`]
          : [COLUMNS[by], countedIn(whose), sql`seconds desc, images desc, name`];
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with windows as materialized (${windowsOf(organisationId, workspace, [span])}), sums as materialized (
              select ${share} as share, unit, sum(net) as net, sum(jobs) as jobs
              from windows cross join lateral (${counted}) counted
              group by 1, 2
            ), shares as materialized (
              select share, coalesce(sum(net) filter (where unit = 'images'), 0) as images,
                coalesce(sum(net) filter (where unit = 'seconds'), 0) as seconds, ${MONEY_SUMS}
              from sums
              group by 1
              having sum(net) filter (where not ${isMoney}) > 0
            )
            select ${by === "member" ? sql`(select display_name from accounts where id = share)` : sql`share`} as name,
              images, seconds, money, unpriced
            from shares
            order by ${order}`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return withSpent(z.array(Share).parse([...rows]));
    },

    async days(organisationId, workspace, span, limit, accountId) {
      const whose =
        accountId === undefined
          ? sql`organisation_id = ${organisationId}`
          : sql`organisation_id = ${organisationId} and account_id = ${accountId}`;
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with windows as materialized (${windowsOf(organisationId, workspace, [span])}),
            ${daysIn(whose, limit)}`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return withSpent(z.array(Day).parse([...rows]));
    },

    async monthOf(organisationId, workspace, month) {
      const [row] = await db.run((queries) =>
        queries.execute(sql`
          select time_zone as "timeZone", starts_at as "startsAt", ends_at as "endsAt"
          from workspaces
          cross join lateral quota_window('month', time_zone, ${`${month}-15 12:00`}::timestamp at time zone time_zone) bounds
          where organisation_id = ${organisationId}::uuid and platform || ':' || external_id = ${workspace}`),
      );
      return row && Bounds.parse(row);
    },

    month: (organisationId, month) =>
      db.run((queries) => daysOfMonth(queries, organisationId, month), DATABASE_BACKGROUND_CALL_MS),
  };
}

/** A month's usage in a workspace, by day, member, channel and model. */
export async function daysOfMonth(
  queries: Pick<Queries, "execute">,
  organisationId: string,
  month: Month,
): Promise<readonly UsageDay[]> {
  const whose = sql`organisation_id = ${organisationId}::uuid and starts_with(channel, ${`${month.workspace}:`}::text)`;
  const rows = await queries.execute(
    sql`with windows as materialized (${windowOf(month)}), ${daysIn(whose, USAGE_ROWS)}`,
  );
  return withSpent(z.array(Day).parse([...rows]));
}

/** Usage in `windows` by day, member, channel and model, in SQL: the rest of a statement that begins with `with`. */
function daysIn(whose: SQL, limit: number): SQL {
  return sql`
    sums as materialized (
      select day, account_id, channel, model, unit, sum(net) as net, sum(jobs) as jobs
      from windows cross join lateral (${countedByDay(whose)}) counted
      group by 1, 2, 3, 4, 5
    ), days as materialized (
      select day, account_id, channel, model, sum(jobs) filter (where not ${isMoney}) as jobs,
        coalesce(sum(net) filter (where unit = 'images'), 0) as images,
        coalesce(sum(net) filter (where unit = 'seconds'), 0) as seconds, ${MONEY_SUMS}
      from sums
      group by 1, 2, 3, 4
      having sum(net) filter (where not ${isMoney}) > 0
      order by 1 desc, 2, 3, 4
      limit ${limit}
    )
    select day::text, display_name as member, account_id, channel, model, jobs, images, seconds, money, unpriced
    from days join accounts on accounts.id = account_id
    order by day desc, member, account_id, channel, model`;
}
