import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Span, Unit } from "../../src/account/quota.ts";
import { moment } from "../../src/db/job-row.ts";
import type { StoredJobs } from "./stored-jobs.ts";

export interface GivenQuota {
  /** `encodeScope`. */
  readonly scope: string;
  readonly amount: number;
  readonly unit?: Unit;
  readonly span?: Span;
  readonly timeZone?: string;
}

/** Sets a quota as its store does, with what is used of its window already. */
export async function setQuota(
  { db, organisationId }: StoredJobs,
  { scope, amount, unit = "images", span = "day", timeZone = "UTC" }: GivenQuota,
): Promise<void> {
  await db.transaction(async (queries) => {
    await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
    await queries.execute(sql`
      insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone)
      values (${organisationId}, ${scope}, ${unit}, ${span}, ${amount}, 'console:main', ${timeZone})
      on conflict (organisation_id, scope, unit, span) do update
      set amount = excluded.amount, time_zone = excluded.time_zone`);
    await queries.execute(sql`
      select sum_windows(${organisationId}::uuid, array(select jsonb_array_elements_text(${JSON.stringify([scope])}::jsonb)))`);
  });
}

const Window = z.object({
  scope: z.string(),
  unit: z.string(),
  span: z.string(),
  starts_at: moment,
  used: z.coerce.number(),
  granted: z.coerce.number(),
  warned: z.number(),
  /** What the ledger and the jobs make it. */
  summed: z.coerce.number(),
});

/** Every window, beside what it should hold. */
export async function windows({ db }: StoredJobs): Promise<readonly z.infer<typeof Window>[]> {
  const rows = await db.run((queries) =>
    queries.execute(sql`
      select scope, unit, span, starts_at, used, granted, warned,
        used_within(organisation_id, scope, unit, starts_at, ends_at) as summed
      from quota_windows order by scope, unit, span, starts_at`),
  );
  return z.array(Window).parse([...rows]);
}

/** How much is used of the only window of a scope. */
export async function usedOf(stored: StoredJobs, scope: string): Promise<number | undefined> {
  return (await windows(stored)).find((window) => window.scope === scope)?.used;
}

/** The entries of a job's ledger in the order of a job's life, with what they add. */
export async function entriesOf({ db }: StoredJobs, jobId: string): Promise<readonly string[]> {
  const rows = await db.run((queries) =>
    queries.execute<{ shown: string }>(sql`
      select entry || ' ' || net as shown from ledger where job_id = ${jobId}
      order by array_position(array['reserved', 'charged', 'released', 'assumed', 'refunded'], entry)`),
  );
  return rows.map((row) => row.shown);
}

/** Takes a scope's quotas away. */
export async function clearQuota({ db, organisationId }: StoredJobs, scope: string): Promise<void> {
  await db.transaction(async (queries) => {
    await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
    await queries.execute(sql`delete from quotas where scope = ${scope}`);
    await queries.execute(sql`select sum_windows(${organisationId}::uuid, null)`);
  });
}

/** Gives a member back what an unknown job was assumed to have been charged, if it was. */
export async function refund({ db }: StoredJobs, jobId: string): Promise<void> {
  await db.transaction(async (queries) => {
    await queries.execute(sql`select from jobs where id = ${jobId} for update`);
    await queries.execute(sql`
      select settle_jobs(array_agg(job_id), array['refunded'], array[true]) from ledger
      where job_id = ${jobId} and entry = 'assumed'
        and not exists (select from ledger l where l.job_id = ledger.job_id and l.entry = 'refunded')
      having count(*) > 0`);
  });
}
