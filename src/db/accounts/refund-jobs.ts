import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";

const Refunded = z
  .object({
    batch_id: z.string(),
    account_id: z.string(),
    service: z.enum(["image", "video"]),
    cost: z.coerce.number(),
  })
  .transform(({ batch_id: batchId, account_id: accountId, ...rest }) => ({ batchId, accountId, ...rest }));

/** A job whose assumed charge was refunded. `cost`: pictures, or seconds as billed. */
export type RefundedJob = z.infer<typeof Refunded>;

/**
 * Refunds the assumed charges of an organisation's jobs, once each. Skips jobs that were settled otherwise or already refunded.
 * Call it in a transaction that changes quotas.
 * @param which a condition on `jobs`.
 */
export async function refundJobs(
  queries: Pick<Queries, "execute">,
  organisationId: string,
  which: SQL,
): Promise<readonly RefundedJob[]> {
  const theirs = sql`organisation_id = ${organisationId}::uuid and ${which}`;
  await queries.execute(sql`select from jobs where ${theirs} order by id for update`);
  await queries.execute(sql`
    select settle_jobs(array_agg(j), array_agg('refunded'::text), array_agg(true))
    from (select jobs as j from jobs where ${theirs} and settlement = 'assumed'
      and exists (select from ledger where job_id = jobs.id and entry = 'assumed')
      and not exists (select from ledger where job_id = jobs.id and entry = 'refunded')) due
    having count(*) > 0`);
  const rows = await queries.execute(sql`
    update jobs set settlement = 'refunded' where ${theirs} and settlement = 'assumed'
    returning batch_id, account_id, service, cost`);
  return z.array(Refunded).parse([...rows]);
}
