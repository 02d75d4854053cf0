import { sql, type SQL } from "drizzle-orm";
import type { Span } from "../../core/account/quota/quota.ts";
import type { Month } from "../../core/account/quota/usage.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { zoneOf } from "../accounts/workspace-zone.ts";

/**
 * A window in SQL, as a row of `windows`: its time zone (`zone`), its half-open range (`starts_at` to `ends_at`), the moment from
 * which the sums are complete (`summed_from`), and the whole days (UTC) from then to the end (`first_day` to `last_day`).
 */
function windowsFrom(windows: SQL): SQL {
  return sql`
    select span, zone, starts_at, ends_at, summed_from, first_day, greatest(first_day, date_bin('1 day', ends_at, 'epoch')) as last_day
    from (${windows}) windows
    cross join lateral (
      select least(greatest(starts_at, coalesce((select at from usage_start), 'infinity')), ends_at) as summed_from
    ) summed
    cross join lateral (
      select date_bin('1 day', summed_from + interval '1 day' - interval '1 microsecond', 'epoch') as first_day
    ) days`;
}

/** The workspace's current windows. */
export function windowsOf(organisationId: string, workspace: string, spans: readonly Span[]): SQL {
  return windowsFrom(sql`
    select span, zone, starts_at, ends_at
    from unnest(array${listed(spans, "text")}) span
    cross join (select ${zoneOf(organisationId, workspace)} as zone) of_workspace
    cross join lateral quota_window(span, zone, now())`);
}

/** One month, which may be over. */
export function windowOf({ startsAt, endsAt, timeZone }: Month): SQL {
  return windowsFrom(sql`
    select 'month' as span, ${timeZone}::text as zone, ${startsAt.toISOString()}::timestamptz as starts_at,
      ${endsAt.toISOString()}::timestamptz as ends_at`);
}

/** The columns of a usage row. */
const COUNTED = sql`account_id, channel, model, unit, net, jobs`;

/**
 * Sums of one grain between two moments of a row of `windows`. `offset 0` is an optimisation fence: without it, PostgreSQL
 * misestimates the join and scans all sums.
 */
function summed(whose: SQL, grain: "day" | "quarter", columns: SQL, from: SQL, to: SQL): SQL {
  return sql`(
    select ${columns} from usage_sums
    where ${whose} and grain = ${sql.raw(`'${grain}'`)} and usage_sums.starts_at >= ${from} and usage_sums.starts_at < ${to}
    offset 0
  )`;
}

/** Usage from before the sums begin, read from the ledger. */
function unsummed(whose: SQL, columns: SQL): SQL {
  return sql`(
    select ${columns} from ledger
    where ${whose} and net <> 0 and counts_at >= windows.starts_at and counts_at < summed_from
    offset 0
  )`;
}

/** Usage in a row of `windows`, from as few rows as possible: whole days, and the quarter-hours before and after them. */
export function countedIn(whose: SQL): SQL {
  return sql`
    ${summed(whose, "day", COUNTED, sql`first_day`, sql`last_day`)}
    union all ${summed(whose, "quarter", COUNTED, sql`summed_from`, sql`least(first_day, ends_at)`)}
    union all ${summed(whose, "quarter", COUNTED, sql`last_day`, sql`ends_at`)}
    union all ${unsummed(whose, sql`account_id, channel, model, unit, net, sign(net)`)}`;
}

/**
 * Like `countedIn`, with each row's day in the window's time zone. A day (UTC) counts as the zone's day at its noon.
 * Quarter-hours that belong to another day are moved there: subtracted from the former and added to the latter. So a day takes
 * one row in UTC, and in other zones at most half of its quarter-hours in addition.
 */
export function countedByDay(whose: SQL): SQL {
  const ownDay = sql`(usage_sums.starts_at at time zone zone)::date as day`;
  const atNoon = sql`((usage_sums.starts_at + interval '12 hours') at time zone zone)::date as day`;
  return sql`
    ${summed(whose, "day", sql`${atNoon}, ${COUNTED}`, sql`first_day`, sql`last_day`)}
    union all ${summed(whose, "quarter", sql`${ownDay}, ${COUNTED}`, sql`summed_from`, sql`least(first_day, ends_at)`)}
    union all ${summed(whose, "quarter", sql`${ownDay}, ${COUNTED}`, sql`last_day`, sql`ends_at`)}
    union all (
      select move.day, account_id, channel, model, unit, move.sign * net, move.sign * jobs
      from (
        select noon.day, part.starts_at, part.ends_at
        from generate_series(first_day, last_day - interval '24 hours', interval '24 hours') whole
        cross join lateral (select ((whole + interval '12 hours') at time zone zone)::date as day) noon
        cross join lateral (values
          (whole, first_moment(noon.day, zone)), (first_moment(noon.day + 1, zone), whole + interval '24 hours')
        ) part (starts_at, ends_at)
        where part.starts_at < part.ends_at
      ) parts
      cross join lateral ${summed(whose, "quarter", sql`${ownDay}, ${COUNTED}`, sql`parts.starts_at`, sql`parts.ends_at`)} quarters
      cross join lateral (values (quarters.day, 1), (parts.day, -1)) move (day, sign)
    )
    union all ${unsummed(whose, sql`(counts_at at time zone zone)::date, account_id, channel, model, unit, net, sign(net)`)}`;
}
