import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { batchWorkspace } from "../schema/jobs.ts";
import { combine } from "../../core/account/policy/combine.ts";
import { StoredSettings } from "../../core/account/policy/policy.ts";
import { QuotaUnit, UNITS } from "../../core/account/quota/quota.ts";
import { excessOf } from "../../core/account/quota/taken.ts";
import { decodeScope, encodeScope } from "../../core/account/policy/scope.ts";
import type { Grounds } from "../../core/delivery/approvals.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { quotaStates } from "../accounts/quota-store.ts";

const Held = z.object({
  scopes: z.array(z.string()),
  unit: z.enum(UNITS),
  asked: z.coerce.number(),
  /** Null without a known price. */
  in_money: QuotaUnit.nullable(),
  costs: z.coerce.number().nullable(),
});
const Rules = z.array(z.object({ scope: z.string().transform(decodeScope), settings: StoredSettings }));
const AdminChannel = z.tuple([z.object({ is_set: z.boolean() })]);
const Names = z.array(z.object({ scope: z.string(), name: z.string() }));

/** Why admins are asked about a batch, evaluated now. Quota that it has already reserved is not counted again. */
export async function groundsOf(queries: Queries, organisationId: string, batchId: string): Promise<Grounds> {
  const [row] = await queries.execute(sql`
    select to_json(scopes) as scopes, quota_unit(service) as unit, coalesce(sum(cost) filter (where open), 0) as asked,
      money_unit(currency) as in_money, in_micros(price, currency) * count(*) filter (where open) as costs
    from (
      select jobs.scopes, jobs.service, jobs.cost, batches.price, batches.currency,
        jobs.state = 'held' and not exists (select from ledger where job_id = jobs.id and entry = 'reserved') as open
      from jobs join batches on batches.id = jobs.batch_id
      where batch_id = ${batchId}::uuid and jobs.organisation_id = ${organisationId}::uuid
    ) held
    group by scopes, service, price, currency`);
  const held = row && Held.parse(row);
  const scopes = held?.scopes ?? [];
  const taken = new Map<QuotaUnit, number>(held && [[held.unit, held.asked]]);
  if (held && held.in_money !== null && held.costs !== null) taken.set(held.in_money, held.costs);
  const among = sql`organisation_id = ${organisationId}::uuid and scope in ${listed(scopes, "text")}`;
  const rules = Rules.parse([...(await queries.execute(sql`select scope, settings from policies where ${among}`))]);
  const quotas = (held?.asked ?? 0) === 0 ? [] : await quotaStates(queries, organisationId, scopes);
  const names = Names.parse([
    ...(await queries.execute(sql`
      select 'group:' || id as scope, name from groups
      where organisation_id = ${organisationId}::uuid and 'group:' || id in ${listed(scopes, "text")}`)),
  ]);
  const [adminChannel] = AdminChannel.parse([
    ...(await queries.execute(sql`
      select exists (
        select from batches join workspaces on workspaces.organisation_id = batches.organisation_id
        where batches.id = ${batchId}::uuid and batches.organisation_id = ${organisationId}::uuid
          and starts_with(workspaces.admin_channel, ${batchWorkspace} || ':')
      ) as is_set`)),
  ]);
  // In the order of its scopes: among equally strict rules the first one counts.
  const said = scopes.flatMap((scope) => rules.filter((rule) => encodeScope(rule.scope) === scope));
  return {
    hasAdminChannel: adminChannel.is_set,
    askedIn: scopes.map(decodeScope).find(({ kind }) => kind === "channel" || kind === "direct"),
    policy: combine(said),
    short: excessOf(taken, quotas),
    names: new Map(names.map(({ scope, name }) => [scope, name])),
  };
}
