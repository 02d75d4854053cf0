import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { AuditFilter, AuditLog, AuditRecord } from "../../core/account/audit-log.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import { listed } from "../jobs/listed.ts";
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

/** Removed keys keep their names. Names of deleted groups and merged accounts are taken from their audit entries. */
function formerNamesQuery(organisationId: string, scopes: readonly string[]) {
  const among = listed(scopes, "text");
  return sql`
    select distinct on (scope) scope, name from (
      select 'key:' || id as scope, name, 0 as at from credentials
      where organisation_id = ${organisationId}::uuid and 'key:' || id in ${among}
      union all
      select scope, before->>'name', id from audit
      where organisation_id = ${organisationId}::uuid and action = 'group.deleted' and scope in ${among}
      union all
      select 'account:' || account_id, actor_name, id from audit
      where organisation_id = ${organisationId}::uuid and 'account:' || account_id in ${among}
    ) known
    where name is not null
    order by scope, at desc`;
}

/**
 * One statement text for every filter, so that it is prepared once. Goes from each entry to the next older one, so that it reads no
 * states beyond the limits.
 */
function recentQuery(
  organisationId: string,
  { who, action, since, before }: AuditFilter,
  limit: number,
  bytes: number | undefined,
) {
  const name = who && "name" in who ? who.name : null;
  const accountId = who && "accountId" in who ? who.accountId : null;
  const newestBefore = (id: SQL): SQL => sql`
    select audit.*, octet_length(coalesce(before::text, '')) + octet_length(coalesce(after::text, '')) as bytes
    from audit
    where organisation_id = ${organisationId}::uuid and id < ${id}
      and (${since?.toISOString() ?? null}::timestamptz is null or at >= ${since?.toISOString() ?? null}::timestamptz)
      and (${action ?? null}::text is null or starts_with(action, ${action ?? null}::text))
      and (${name}::text is null or strpos(lower(actor_name), lower(${name}::text)) > 0)
      and (${accountId}::uuid is null or account_id = ${accountId}::uuid)
    order by id desc limit 1`;
  return sql`
    with recursive page as (
      select 1 as entries, newest.bytes::bigint as total, newest.*
      from (${newestBefore(sql`coalesce(${before ?? null}::bigint, ${MAX_BIGINT}::bigint)`)}) newest
      union all
      select page.entries + 1, page.total + older.bytes, older.*
      from page cross join lateral (${newestBefore(sql`page.id`)}) older
      where page.entries < ${limit}::bigint and (${bytes ?? null}::bigint is null or page.total < ${bytes ?? null}::bigint)
    )
    select id, at, account_id, actor_name, workspace, action, scope, before, after from page order by entries`;
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
