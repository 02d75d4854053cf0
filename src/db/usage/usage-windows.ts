import { sql, type SQL } from "drizzle-orm";
import type { Span } from "../../core/account/quota/quota.ts";
import type { Month } from "../../core/account/quota/usage.ts";
import { listed } from "../jobs/listed.ts";
import { zoneOf } from "../accounts/workspace-zone.ts";

/**
 * A window in SQL, as a row of `windows`: its time zone (`zone`), its first moment (`starts_at`) and the first one after it (`ends_at`),
 * from when on the sums have everything (`summed_from`), and between which moments whole days (UTC) lie in that (`first_day`,
 * `last_day`).
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

/** What adds something, and when. */
const COUNTED = sql`account_id, channel, model, unit, net, jobs`;

/**
 * Sums of one grain between two moments of a row of `windows`. Without `offset 0`, PostgreSQL would join these rows to that one, and not
 * know that they are few: it would read all sums of all time.
 */
function summed(whose: SQL, grain: "day" | "quarter", columns: SQL, from: SQL, to: SQL): SQL {
  return sql`(
    select ${columns} from usage_sums
    where ${whose} and grain = ${sql.raw(`'${grain}'`)} and usage_sums.starts_at >= ${from} and usage_sums.starts_at < ${to}
    offset 0
  )`;
}

/** What counts from before the sums, by the ledger itself. */
function unsummed(whose: SQL, columns: SQL): SQL {
  return sql`(
    select ${columns} from ledger
    where ${whose} and net <> 0 and counts_at >= windows.starts_at and counts_at < summed_from
    offset 0
  )`;
}

/** What counts in a row of `windows`, as few rows as possible: whole days, and quarters of an hour before and after them. */
export function countedIn(whose: SQL): SQL {
  return sql`
    ${summed(whose, "day", COUNTED, sql`first_day`, sql`last_day`)}
    union all ${summed(whose, "quarter", COUNTED, sql`summed_from`, sql`least(first_day, ends_at)`)}
    union all ${summed(whose, "quarter", COUNTED, sql`last_day`, sql`ends_at`)}
    union all ${unsummed(whose, sql`account_id, channel, model, unit, net, sign(net)`)}`;
}

/**
 * The same with its day in the window's time zone. A day (UTC) counts as the one that the zone has at its noon. Quarters of an hour
 * that lie in another one move there: they are subtracted from the former and added to the latter. So a day takes one row in UTC,
 * and at most half of its quarters elsewhere.
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
