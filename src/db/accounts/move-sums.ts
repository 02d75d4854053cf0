import type { Queries } from "../queries.ts";
import { sql, type SQL } from "drizzle-orm";

/** The column to change, a condition for the sums to move, and the new value. */
export interface SumMove {
  readonly column: "account_id" | "organisation_id";
  readonly where: SQL;
  readonly to: string;
}

/**
 * Moves the usage sums that remain after the ledger's rows have moved: those of old requests whose ledger rows were deleted. Call
 * it while no other transaction can write to the organisations' ledger.
 */
export async function moveSums(queries: Queries, { column, where, to }: SumMove): Promise<void> {
  const [organisation, account] =
    column === "account_id" ? [sql`organisation_id`, sql`${to}::uuid`] : [sql`${to}::uuid`, sql`account_id`];
  await queries.execute(sql`
    insert into usage_sums as sums (organisation_id, account_id, grain, starts_at, unit, channel, model, shard, net, jobs)
    select ${organisation}, ${account}, grain, starts_at, unit, channel, model, min(shard), sum(net), sum(jobs)
    from usage_sums where ${where}
    group by organisation_id, account_id, grain, starts_at, unit, channel, model
    having sum(net) <> 0 or sum(jobs) <> 0
    on conflict (organisation_id, account_id, grain, starts_at, unit, channel, model, shard) do update
    set net = sums.net + excluded.net, jobs = sums.jobs + excluded.jobs`);
  await queries.execute(sql`delete from usage_sums where ${where}`);
}
