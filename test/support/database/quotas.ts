import { sql } from "drizzle-orm";
import { z } from "zod";
import type { QuotaUnit, Span } from "../../../src/core/account/quota/quota.ts";
import { decodeScope } from "../../../src/core/account/policy/scope.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { retryUntilAvailable } from "../../../src/lib/retry-until-available.ts";
import { moment } from "../../../src/db/jobs/job-row.ts";
import { createQuotaStore } from "../../../src/db/accounts/quota-store.ts";
import type { StoredJobs } from "./stored-jobs.ts";

export interface GivenQuota {
  /** Encoded with `encodeScope`. */
  readonly scope: string;
  readonly amount: number;
  readonly unit?: QuotaUnit;
  readonly span?: Span;
}

const ADA = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;

/** Sets a quota in an admin's name. */
export async function setQuota(
  { db, organisationId }: StoredJobs,
  { scope, amount, unit = "images", span = "day" }: GivenQuota,
): Promise<void> {
  const quota = { scope: decodeScope(scope), unit, span };
  await createQuotaStore(db).set({ organisationId, actor: ADA }, quota, amount);
}

const Window = z.object({
  scope: z.string(),
  unit: z.string(),
  span: z.string(),
  starts_at: moment,
  used: z.coerce.number(),
  granted: z.coerce.number(),
  warned: z.number(),
  /** The value computed from ledger and jobs. */
  summed: z.coerce.number(),
});

/** Every window, with the value that it should have. */
export async function windows({ db }: StoredJobs): Promise<readonly z.infer<typeof Window>[]> {
  const rows = await db.run((queries) =>
    queries.execute(sql`
      select scope, unit, span, starts_at, used, granted, warned, case
        when scope like 'key:%' then (
          select coalesce(sum(j.cost), 0)
          from ledger l join jobs j on j.id = l.job_id
          where l.organisation_id = w.organisation_id and l.entry = 'reserved' and l.unit = w.unit
            and w.scope = 'key:' || j.credential_id and j.submitted_at >= w.starts_at and j.submitted_at < w.ends_at
            and j.state not in ('held', 'waiting') and j.settlement <> 'released'
            and not exists (select from ledger r where r.job_id = j.id and r.entry = 'refunded')
        ) when unit like 'money:%' then (
          select coalesce(sum(sign(l.net) * l.price * 10::numeric ^ (6 - split_part(l.currency, ':', 2)::integer)), 0)
          from ledger l join jobs j on j.id = l.job_id
          where l.organisation_id = w.organisation_id and w.unit = 'money:' || split_part(l.currency, ':', 1)
            and l.counts_at >= w.starts_at and l.counts_at < w.ends_at
            and (w.scope = 'organisation' or w.scope = any (j.scopes))
        ) else (
          select coalesce(sum(l.net), 0)
          from ledger l join jobs j on j.id = l.job_id
          where l.organisation_id = w.organisation_id and l.unit = w.unit
            and l.counts_at >= w.starts_at and l.counts_at < w.ends_at
            and (w.scope = 'organisation' or w.scope = any (j.scopes))
        ) end as summed
      from quota_windows w order by scope, unit, span, starts_at`),
  );
  return z.array(Window).parse([...rows]);
}

/** How much of a scope's only window is used. */
export async function usedOf(stored: StoredJobs, scope: string): Promise<number | undefined> {
  return (await windows(stored)).find((window) => window.scope === scope)?.used;
}

/** A job's ledger entries in the order of its life, with their amounts. */
export async function entriesOf({ db }: StoredJobs, jobId: string): Promise<readonly string[]> {
  const rows = await db.run((queries) =>
    queries.execute<{ shown: string }>(sql`
      select entry || ' ' || net as shown from ledger where job_id = ${jobId}
      order by array_position(array['reserved', 'charged', 'released', 'assumed', 'refunded'], entry)`),
  );
  return rows.map((row) => row.shown);
}

/** Removes a scope's quotas. */
export async function clearQuota({ db, organisationId }: StoredJobs, scope: string): Promise<void> {
  const quotas = createQuotaStore(db);
  for (const quota of await quotas.state(organisationId, [decodeScope(scope)])) {
    await quotas.clear({ organisationId, actor: ADA }, quota);
  }
}

/** Refunds a batch's assumed charges, if there are any. */
export async function refund({ db, organisationId }: StoredJobs, batchId: string): Promise<void> {
  await createQuotaStore(db).refund({ organisationId, actor: ADA }, batchId);
}

/** The sums of usage that differ from the ledger. There should be none. */
export async function wrongSums({ db }: Pick<StoredJobs, "db">): Promise<readonly unknown[]> {
  return db.run(async (queries) => [
    ...(await queries.execute(sql`
      with counted as (
        select organisation_id, account_id, grain, date_bin(length, counts_at, 'epoch') as starts_at, units.unit, channel, model,
          sum(units.net) as net, sum(sign(ledger.net)) as jobs
        from ledger, (values ('day', interval '1 day'), ('quarter', interval '15 minutes')) grains (grain, length),
          lateral (values (ledger.unit, ledger.net), ('money:' || currency, sign(ledger.net) * price)) units (unit, net)
        where ledger.net <> 0 and units.net is not null
        group by 1, 2, 3, 4, 5, 6, 7
      ), summed as (
        select organisation_id, account_id, grain, starts_at, unit, channel, model, sum(net) as net, sum(jobs) as jobs
        from usage_sums
        group by 1, 2, 3, 4, 5, 6, 7
      )
      select * from counted full join summed using (organisation_id, account_id, grain, starts_at, unit, channel, model)
      where coalesce(counted.net, 0) <> coalesce(summed.net, 0) or coalesce(counted.jobs, 0) <> coalesce(summed.jobs, 0)`)),
  ]);
}

/** Calls a store until it no longer rejects because quotas are being changed. */
export function untilQuotasAreSet<T>(ask: () => Promise<T>): Promise<T> {
  return retryUntilAvailable(ask, { clock: systemClock, random: Math.random }, new AbortController().signal);
}
