import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { AuditFilter, AuditLog, AuditRecord } from "../../core/account/audit-log.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import { listed, literal } from "../jobs/sql-arrays.ts";
import { orUndefined } from "../rows.ts";

/** Larger than every id. */
const MAX_BIGINT = "9223372036854775807";

const Row = z.object({
  id: z.coerce.number(),
  at: moment,
  account_id: z.string().nullable(),
  actor_name: z.string(),
  workspace: z.string(),
  action: z.string(),
  scope: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

/** The audit on PostgreSQL, for reading. `writeAudit` writes it. */
export function createAuditLog(db: Database): AuditLog {
  return {
    async recent(organisationId, filter, limit, bytes) {
      const rows = await db.run(
        (queries) => queries.execute(recentQuery(organisationId, filter, limit, bytes)),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return rows.map((row) => actFrom(Row.parse(row)));
    },

    async formerNames(organisationId, scopes) {
      if (scopes.length === 0) return new Map();
      const rows = await db.run(
        (queries) => queries.execute(formerNamesQuery(organisationId, scopes)),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return new Map(rows.map((row) => FormerName.parse(row)).map(({ scope, name }) => [scope, name]));
    },
  };
}

const FormerName = z.object({ scope: z.string(), name: z.string() });

/**
 * Removed keys keep their names. Names of deleted groups and linked accounts are in the audit entry of the deletion or link,
 * other accounts' names in their latest entry. One subquery per index.
 */
function formerNamesQuery(organisationId: string, scopes: readonly string[]) {
  const idsOf = (kind: string) =>
    listed(
      scopes
        .filter((scope) => scope.startsWith(`${kind}:`))
        .map((scope) => scope.slice(kind.length + 1))
        .filter((id) => z.guid().safeParse(id).success),
    );
  const ended = scopes.filter((scope) => /^(?:group|account):/.test(scope));
  return sql`
    select 'key:' || id as scope, name from credentials
    where organisation_id = ${organisationId}::uuid and id in ${idsOf("key")}
    union all
    select wanted.scope, latest.name
    from ${listed(ended, "text")} wanted (scope) cross join lateral (
      select before->>'name' as name from audit
      where action in ('group.deleted', 'account.linked') and before->>'name' is not null
        and ${latestOf(sql`organisation_id, scope`, sql`${organisationId}::uuid, wanted.scope`, ALL)}
      order by organisation_id desc, scope desc, id desc limit 1
    ) latest
    union all
    select 'account:' || wanted.id, latest.actor_name
    from ${idsOf("account")} wanted (id) cross join lateral (
      ${entriesOf(organisationId, { columns: sql`id, actor_name`, accountId: sql`wanted.id`, most: sql`1` })}
    ) latest`;
}

/**
 * One statement text per index, and another with `since`, so that each is prepared once. Reads `before` and `after` only up to
 * the limits.
 */
function recentQuery(organisationId: string, filter: AuditFilter, limit: number, bytes: number | undefined): SQL {
  const nth = (n: SQL): SQL => sql`
    select audit.*, octet_length(coalesce(before::text, '')) + octet_length(coalesce(after::text, '')) as bytes
    from audit where id = ((select ids from latest))[${n}]`;
  return sql`
    with recursive latest as materialized (
      select array(${latestIds(organisationId, filter, limit)}) as ids
    ), page as (
      select 1 as entries, newest.bytes::bigint as total, newest.* from (${nth(sql`1`)}) newest
      union all
      select page.entries + 1, page.total + older.bytes, older.*
      from page cross join lateral (${nth(sql`page.entries + 1`)}) older
      where ${bytes ?? null}::bigint is null or page.total < ${bytes ?? null}::bigint
    )
    select id, at, account_id, actor_name, workspace, action, scope, before, after from page order by entries`;
}

/** The latest entries' ids, newest first. The limit is part of the text: there are few. */
function latestIds(organisationId: string, filter: AuditFilter, limit: number): SQL {
  const { who, action = "" } = filter;
  const ids = idsWithin(organisationId, filter);
  const most = literal(limit);
  if (who && "accountId" in who) {
    const accountId = sql`${who.accountId}::uuid`;
    return entriesOf(organisationId, { columns: sql`id`, accountId, action, ids, most });
  }
  const name = who?.name ?? "";
  if (name === "" && action === "") {
    return sql`
      select id from audit where ${latestOf(sql`organisation_id`, sql`${organisationId}::uuid`, ids)}
      order by organisation_id desc, id desc limit ${most}`;
  }
  // There are few pairs of person and action, however many entries: reads each pair's latest entries from the end of its index
  // range.
  return sql`
    with recursive kinds as (
      (
        select actor_name, action from audit where organisation_id = ${organisationId}::uuid
        order by actor_name, action limit 1
      )
      union all
      select further.actor_name, further.action from kinds cross join lateral (
        select actor_name, action from audit
        where organisation_id = ${organisationId}::uuid and (actor_name, action) > (kinds.actor_name, kinds.action)
        order by actor_name, action limit 1
      ) further
    )
    select found.id from kinds cross join lateral (
      select id from audit
      where ${latestOf(
        sql`organisation_id, actor_name, action`,
        sql`${organisationId}::uuid, kinds.actor_name, kinds.action`,
        ids,
      )}
      order by organisation_id desc, actor_name desc, action desc, id desc limit ${most}
    ) found
    where starts_with(kinds.action, ${action}::text) and strpos(lower(kinds.actor_name), lower(${name}::text)) > 0
    order by found.id desc limit ${most}`;
}

/** An account's latest entries, found in the same way. */
function entriesOf(
  organisationId: string,
  given: {
    readonly columns: SQL;
    readonly accountId: SQL;
    readonly action?: string;
    readonly ids?: Ids;
    readonly most: SQL;
  },
): SQL {
  const { columns, accountId, action = "", ids = ALL, most } = given;
  const own = sql`organisation_id = ${organisationId}::uuid and account_id = ${accountId}`;
  return sql`
    with recursive actions as (
      (select action from audit where ${own} order by action limit 1)
      union all
      select further.action from actions cross join lateral (
        select action from audit where ${own} and action > actions.action order by action limit 1
      ) further
    )
    select found.* from actions cross join lateral (
      select ${columns} from audit
      where ${latestOf(
        sql`organisation_id, account_id, action`,
        sql`${organisationId}::uuid, ${accountId}, actions.action`,
        ids,
      )}
      order by organisation_id desc, account_id desc, action desc, id desc limit ${most}
    ) found
    where starts_with(actions.action, ${action}::text)
    order by found.id desc limit ${most}`;
}

/** Bounds of ids, both excluded, and the first moment. */
interface Ids {
  readonly above: SQL;
  readonly below: SQL;
  readonly since: SQL;
}

const ALL: Ids = { above: sql`0`, below: sql`${MAX_BIGINT}::bigint`, since: sql`'-infinity'` };

/** Entries with these values. Ordering by the same columns makes PostgreSQL use their index, regardless of its statistics. */
function latestOf(columns: SQL, values: SQL, { above, below, since }: Ids): SQL {
  return sql`(${columns}, id) > (${values}, ${above}) and (${columns}, id) < (${values}, ${below}) and at >= ${since}`;
}

/** A merge copies entries, so ids can be newer than their times. Therefore looks up the lowest id since then. */
function idsWithin(organisationId: string, { since, before }: AuditFilter): Ids {
  const from = sql`${since?.toISOString() ?? "-infinity"}::timestamptz`;
  return {
    // `+ 0` makes PostgreSQL use the index on time instead of the one on id.
    above:
      since === undefined
        ? sql`0`
        : sql`coalesce((
            select min(later.id + 0) - 1 from audit later
            where later.organisation_id = ${organisationId}::uuid and later.at >= ${from}), ${MAX_BIGINT}::bigint)`,
    below: sql`${before?.toString() ?? MAX_BIGINT}::bigint`,
    since: from,
  };
}

function actFrom(row: z.infer<typeof Row>): AuditRecord {
  const { id, at, workspace, action, before, after } = row;
  return {
    id,
    at,
    accountId: orUndefined(row.account_id),
    name: row.actor_name,
    workspace,
    action,
    scope: orUndefined(row.scope),
    before: before ?? undefined,
    after: after ?? undefined,
  };
}
