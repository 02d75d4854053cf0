import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import {
  isMoney,
  QuotaUnit,
  SPANS,
  TooManyQuotasError,
  UNITS,
  type QuotaId,
  type Quotas,
  type QuotaState,
  type Refundable,
} from "../../core/account/quota/quota.ts";
import { decodeScope, encodeScope } from "../../core/account/policy/scope.ts";
import { DATABASE_BACKGROUND_CALL_MS, MAX_COUNT, MAX_QUOTAS } from "../../lib/limits.ts";
import { writeAudit } from "./audit.ts";
import { refundJobs } from "./refund-jobs.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { zoneOf } from "./workspace-zone.ts";

/** As many as fit into a reply; refunds are rare. */
const REFUNDABLE_SHOWN = 20;

const count = z.coerce.number();

const State = z
  .object({
    scope: z.string(),
    unit: QuotaUnit,
    span: z.enum(SPANS),
    amount: count,
    granted: count,
    used: count,
    ends_at: moment,
    time_zone: z.string(),
  })
  .transform(({ scope, ends_at: endsAt, time_zone: timeZone, ...rest }) => ({
    ...rest,
    scope: decodeScope(scope),
    endsAt,
    timeZone,
  }));

const Assumed = z
  .object({ batch_id: z.string(), requester_name: z.string(), model: z.string(), unit: z.enum(UNITS), amount: count })
  .transform(({ batch_id: batchId, requester_name: requesterName, ...rest }) => ({ batchId, requesterName, ...rest }));

/** The tables with quotas; see `moneyQuotas` for why there are two. */
export const QUOTA_TABLES = ["quotas", "money_quotas"] as const;

function tableOf({ unit }: Pick<QuotaId, "unit">): SQL {
  return sql`${sql.identifier(isMoney(unit) ? "money_quotas" : "quotas")}`;
}

/** Quotas on PostgreSQL. Database functions keep windows and ledger consistent. */
export function createQuotaStore(db: Database): Quotas {
  return {
    state: (organisationId, scopes) =>
      db.run((queries) => quotaStates(queries, organisationId, scopes?.map(encodeScope))),

    set: (change, quota, amount) =>
      db.changeQuotas(change.organisationId, async (queries) => {
        const { organisationId, actor } = change;
        const scope = encodeScope(quota.scope);
        await lockQuotas(queries, organisationId);
        const before = await stateOf(queries, organisationId, quota);
        if (!before) {
          const [all] = await queries.execute(
            sql`select count(*)::integer as quotas from quotas_of(${organisationId}::uuid)`,
          );
          if (Number(all?.["quotas"]) >= MAX_QUOTAS) throw new TooManyQuotasError();
        }
        await queries.execute(sql`
          insert into ${tableOf(quota)} (organisation_id, scope, unit, span, amount, set_in, time_zone)
          values (${organisationId}, ${scope}, ${quota.unit}, ${quota.span}, ${amount}, ${actor.workspace},
            ${zoneOf(organisationId, actor.workspace)})
          on conflict (organisation_id, scope, unit, span) do update
          set amount = excluded.amount, set_in = excluded.set_in, time_zone = excluded.time_zone, kept_by = null,
            updated_at = now()`);
        await sumWindows(queries, organisationId, [scope]);
        const after = await stateOf(queries, organisationId, quota);
        if (!after) throw new Error("the quota that was just set can't be read back");
        await writeAudit(queries, {
          ...change,
          action: "quota.set",
          scope: quota.scope,
          ...auditFacts(quota, before, after),
        });
        return { before, after };
      }),

    clear: (change, quota) =>
      db.changeQuotas(change.organisationId, async (queries) => {
        const { organisationId } = change;
        const scope = encodeScope(quota.scope);
        await lockQuotas(queries, organisationId);
        const before = await stateOf(queries, organisationId, quota);
        if (!before) return undefined;
        await queries.execute(sql`
          delete from ${tableOf(quota)}
          where organisation_id = ${organisationId} and scope = ${scope} and unit = ${quota.unit} and span = ${quota.span}`);
        await sumWindows(queries, organisationId, [scope]);
        await writeAudit(queries, {
          ...change,
          action: "quota.cleared",
          scope: quota.scope,
          ...auditFacts(quota, before, undefined),
        });
        return before;
      }),

    grant: (change, quota, amount) =>
      db.changeQuotas(change.organisationId, async (queries) => {
        const { organisationId } = change;
        await lockQuotas(queries, organisationId);
        const before = await stateOf(queries, organisationId, quota);
        if (!before) return undefined;
        await queries.execute(sql`
          insert into quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, granted)
          select q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at, ${amount}
          from quotas_of(${organisationId}::uuid) q, quota_window(q.span, q.time_zone, now()) c
          where q.scope = ${encodeScope(quota.scope)} and q.unit = ${quota.unit}
            and q.span = ${quota.span}
          on conflict (organisation_id, scope, unit, span, starts_at) do update
          set granted = quota_windows.granted + excluded.granted`);
        const after = await stateOf(queries, organisationId, quota);
        if (!after) throw new Error("the quota that was just granted can't be read back");
        await writeAudit(queries, {
          ...change,
          action: "quota.granted",
          scope: quota.scope,
          ...auditFacts(quota, before, after),
        });
        return { before, after };
      }),

    refundable: (organisationId) =>
      db.run((queries) => assumed(queries, organisationId, undefined), DATABASE_BACKGROUND_CALL_MS),

    refund: (change, batchId) =>
      db.changeQuotas(change.organisationId, async (queries) => {
        const { organisationId } = change;
        const which = sql`batch_id = ${batchId}::uuid`;
        // Locked first, so that no other transaction refunds it after it was read.
        await queries.execute(sql`
          select from jobs where ${which} and organisation_id = ${organisationId}::uuid order by id for update`);
        const [refunded] = await assumed(queries, organisationId, batchId);
        if (!refunded) return undefined;
        await refundJobs(queries, organisationId, which);
        await writeAudit(queries, { ...change, action: "quota.refunded", after: refunded });
        return refunded;
      }),
  };
}

/** Blocks writers of the organisation's ledger until the transaction ends. */
async function lockQuotas(queries: Queries, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
}

/**
 * Recomputes the current windows of the quotas of these scopes (or all) from the ledger, after a quota, its time zone or the
 * contents of its scope have changed. Blocks reservations in the organisation until the caller's transaction ends.
 */
async function sumWindows(
  queries: Pick<Queries, "execute">,
  organisationId: string,
  scopes?: readonly string[],
): Promise<void> {
  const of = scopes === undefined ? sql`null` : sql`array${listed(scopes, "text")}`;
  await queries.execute(sql`select sum_windows(${organisationId}::uuid, ${of})`);
}

/** Applies a workspace's new time zone to the quotas that were set there (`encodeWorkspace`). */
export async function applyTimeZone(
  queries: Pick<Queries, "execute">,
  organisationId: string,
  workspace: string,
): Promise<void> {
  for (const table of QUOTA_TABLES) {
    await queries.execute(sql`
      update ${sql.identifier(table)} set time_zone = ${zoneOf(organisationId, workspace)}
      where organisation_id = ${organisationId} and set_in = ${workspace}`);
  }
  await sumWindows(queries, organisationId);
}

/** An organisation's current quotas, of these scopes (`encodeScope`) or all. */
export async function quotaStates(
  queries: Queries,
  organisationId: string,
  scopes: readonly string[] | undefined,
): Promise<QuotaState[]> {
  const among = scopes === undefined ? sql`true` : sql`q.scope in ${listed(scopes, "text")}`;
  const rows = await queries.execute(sql`
    select q.scope, q.unit, q.span, q.amount, q.time_zone, c.ends_at, coalesce(w.granted, 0) as granted,
      coalesce(w.used, 0) as used
    from quotas_of(${organisationId}::uuid) q
    cross join quota_window(q.span, q.time_zone, now()) c
    left join quota_windows w on w.organisation_id = q.organisation_id and w.scope = q.scope and w.unit = q.unit
      and w.span = q.span and w.starts_at = c.starts_at
    where ${among}
    order by q.scope, q.unit, array_position(array['day', 'week', 'month'], q.span)`);
  return z.array(State).parse([...rows]);
}

async function stateOf(queries: Queries, organisationId: string, quota: QuotaId): Promise<QuotaState | undefined> {
  const all = await quotaStates(queries, organisationId, [encodeScope(quota.scope)]);
  return all.find(({ unit, span }) => unit === quota.unit && span === quota.span);
}

/** Assumed charges of a batch, or of the latest batches that have any. */
async function assumed(queries: Queries, organisationId: string, batchId: string | undefined): Promise<Refundable[]> {
  const among =
    batchId === undefined
      ? sql`order by created_at desc, batch_id desc limit ${REFUNDABLE_SHOWN * MAX_COUNT}`
      : sql`and batch_id = ${batchId}::uuid`;
  const rows = await queries.execute(sql`
    with charged as materialized (
      select id, batch_id from jobs where organisation_id = ${organisationId}::uuid and indexed_as = 'assumed' ${among}
    )
    select charged.batch_id, b.requester_name, l.model, l.unit, sum(l.amount) as amount
    from charged
    -- Limited, so that each is looked up, however many others there are.
    cross join lateral (select requester_name, created_at from batches where id = charged.batch_id limit 1) b
    cross join lateral (
      select model, unit, amount from ledger where job_id = charged.id and entry = 'reserved' limit 1
    ) l
    group by charged.batch_id, b.requester_name, l.model, l.unit, b.created_at
    order by b.created_at desc, charged.batch_id desc
    limit ${REFUNDABLE_SHOWN}`);
  return z.array(Assumed).parse([...rows]);
}

/** What the audit stores about a quota change. */
function auditFacts({ unit, span }: QuotaId, before: QuotaState | undefined, after: QuotaState | undefined) {
  const facts = (state: QuotaState | undefined) =>
    state && { unit, span, amount: state.amount, granted: state.granted };
  return { before: facts(before), after: facts(after) };
}
