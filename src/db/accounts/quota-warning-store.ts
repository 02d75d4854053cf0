import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { QuotaUnit, SPANS, type QuotaWarning } from "../../core/account/quota/quota.ts";
import type { QuotaWarningStore, UnsentWarning } from "../../core/account/quota/quota-warnings.ts";
import { decodeScope, encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { nearestLocale } from "../../lib/locale.ts";
import { addAdminNote } from "../delivery/admin-notes.ts";
import type { Database } from "../connection.ts";
import type { Queries } from "../queries.ts";
import { moment } from "../jobs/job-row.ts";

/** Each needs its own statement; the limit keeps the transaction short. */
const QUOTA_WARNINGS_AT_ONCE = 50;

/**
 * The grant of a window (`w`) when a warning (`said`) was issued, in SQL. The warning's row holds only the sum of quota (`q`) and
 * grant, and grants only grow. A difference beyond the current grant means that the quota was changed since; then the sum is
 * reported without a grant.
 */
export const grantedBy = (said: SQL): SQL =>
  sql`case when ${said}.amount - q.amount between 0 and w.granted then ${said}.amount - q.amount else 0 end`;

/** The tables with warnings; see `moneyQuotas` for why there are two. */
export const WARNING_TABLES = ["quota_warnings", "money_quota_warnings"] as const;

/** A row of either table with its quota's time zone and its grant. */
export const RawWarning = z.object({
  scope: z.string().transform(decodeScope),
  unit: QuotaUnit,
  span: z.enum(SPANS),
  percent: z.number(),
  used: z.coerce.number(),
  /** The limit, grants included. */
  amount: z.coerce.number(),
  granted: z.coerce.number(),
  ends_at: moment,
  time_zone: z.string().nullish(),
});

export function warningFrom({ amount, ends_at, time_zone, ...rest }: z.infer<typeof RawWarning>): QuotaWarning {
  return { ...rest, amount: amount - rest.granted, endsAt: ends_at, timeZone: time_zone ?? "UTC" };
}

const RawUnsent = RawWarning.extend({
  organisation_id: z.string(),
  starts_at: moment,
  name: z.string().nullish(),
  requester_name: z.string(),
  locale: z.string(),
});

/** Quota warnings on PostgreSQL. */
export function createQuotaWarningStore(db: Database): QuotaWarningStore {
  return {
    warnAdmins: (textOf) =>
      db.transaction(async (queries) => {
        for (const table of WARNING_TABLES) await noteUntold(queries, table, textOf);
      }, DATABASE_BACKGROUND_CALL_MS),
  };
}

/** Writes notes for admins about one table's warnings that they have not been told about. */
async function noteUntold(
  queries: Queries,
  table: (typeof WARNING_TABLES)[number],
  textOf: (warning: UnsentWarning) => string,
): Promise<void> {
  const rows = await queries.execute(sql`
    with due as materialized (
      select * from ${sql.identifier(table)} where not told limit ${QUOTA_WARNINGS_AT_ONCE}::integer for update skip locked
    ), told as (
      update ${sql.identifier(table)} w set told = true from due
      where w.organisation_id = due.organisation_id and w.scope = due.scope and w.unit = due.unit and w.span = due.span
        and w.starts_at = due.starts_at and w.percent = due.percent
    )
    select due.*, q.time_zone, ${grantedBy(sql`due`)} as granted, batches.requester_name, batches.locale, coalesce(
        (select name from groups where organisation_id = due.organisation_id and 'group:' || id = due.scope),
        (
          select display_name from accounts
          where organisation_id = due.organisation_id and 'account:' || id = due.scope
        ),
        (select name from credentials where organisation_id = due.organisation_id and 'key:' || id = due.scope)
      ) as name
    from due
    join batches on batches.id = due.batch_id
    left join lateral quotas_of(due.organisation_id) q on q.scope = due.scope and q.unit = due.unit and q.span = due.span
    left join quota_windows w on w.organisation_id = due.organisation_id and w.scope = due.scope and w.unit = due.unit
      and w.span = due.span and w.starts_at = due.starts_at`);
  for (const row of z.array(RawUnsent).parse([...rows])) {
    const { organisation_id: organisationId, starts_at, name, requester_name, locale } = row;
    const warning = warningFrom(row);
    const { scope, unit, span, percent } = warning;
    const workspace = workspaceOf(scope);
    await addAdminNote(queries, {
      organisationId,
      subject: `quota ${percent} ${encodeScope(scope)} ${unit} ${span} ${starts_at.toISOString()}`,
      text: textOf({
        ...warning,
        name: name ?? undefined,
        requesterName: requester_name,
        locale: nearestLocale(locale),
      }),
      ...(workspace === undefined ? {} : { workspace }),
    });
  }
}

/** The workspace that contains a scope (`encodeWorkspace`); undefined for organisation-wide scopes. */
function workspaceOf({ kind, id }: Scope): string | undefined {
  if (kind === "workspace" || kind === "direct") return id;
  return kind === "channel" ? id.split(":").slice(0, 2).join(":") : undefined;
}
