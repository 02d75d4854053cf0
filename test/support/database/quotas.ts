import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Span, Unit } from "../../../src/core/account/quota/quota.ts";
import { decodeScope } from "../../../src/core/account/policy/scope.ts";
import { moment } from "../../../src/db/jobs/job-row.ts";
import { createQuotaStore } from "../../../src/db/accounts/quota-store.ts";
import type { StoredJobs } from "./stored-jobs.ts";

export interface GivenQuota {
  /** `encodeScope`. */
  readonly scope: string;
  readonly amount: number;
  readonly unit?: Unit;
  readonly span?: Span;
}

const ADA = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;

/** Sets a quota, with what is used of its window already. */
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
  const quotas = createQuotaStore(db);
  for (const quota of await quotas.state(organisationId, [decodeScope(scope)])) {
    await quotas.clear({ organisationId, actor: ADA }, quota);
  }
}

/** Gives back what unknown jobs of a batch were assumed to have been charged, if they were. */
export async function refund({ db, organisationId }: StoredJobs, batchId: string): Promise<void> {
  await createQuotaStore(db).refund({ organisationId, actor: ADA }, batchId);
}
