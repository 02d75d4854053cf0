import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditFilter, AuditLog, AuditRecord } from "../../core/account/audit-log.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import { listed } from "../jobs/listed.ts";
import { orUndefined } from "../rows.ts";

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
    async recent(organisationId, filter, limit) {
      const rows = await db.run(
        (queries) => queries.execute(recentQuery(organisationId, filter, limit)),
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

/** One statement text for every filter, so that it is prepared once. */
function recentQuery(organisationId: string, { who, action, since, before }: AuditFilter, limit: number) {
  const name = who && "name" in who ? who.name : null;
  const accountId = who && "accountId" in who ? who.accountId : null;
  return sql`
    select id, at, account_id, actor_name, workspace, action, scope, before, after from audit
    where organisation_id = ${organisationId}::uuid
      and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
      and (${since?.toISOString() ?? null}::timestamptz is null or at >= ${since?.toISOString() ?? null}::timestamptz)
      and (${action ?? null}::text is null or starts_with(action, ${action ?? null}::text))
      and (${name}::text is null or strpos(lower(actor_name), lower(${name}::text)) > 0)
      and (${accountId}::uuid is null or account_id = ${accountId}::uuid)
    order by id desc limit ${limit}`;
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
