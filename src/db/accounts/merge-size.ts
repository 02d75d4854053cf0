import { sql, type SQL } from "drizzle-orm";
import type { CodePurpose } from "../../core/account/linking.ts";
import { MAX_MOVED_JOBS } from "../../lib/limits.ts";
import type { Queries } from "../queries.ts";
import type { AccountMerge } from "./merge-accounts.ts";
import { LinkRefused } from "./rewrite-scopes.ts";

/**
 * Decides which of two accounts is absorbed: the one with fewer jobs, because all of them move. If equal, the account that made
 * the code survives. Throws `LinkRefused` if both have too many. Locks nothing.
 */
export async function accountMerge(
  queries: Queries,
  { organisationId, maker, other }: { readonly organisationId: string; readonly maker: string; readonly other: string },
): Promise<AccountMerge> {
  const [makers, others] = [await jobsOfAccount(queries, maker), await jobsOfAccount(queries, other)];
  if (Math.min(makers, others) > MAX_MOVED_JOBS.account) throw new LinkRefused("long_history");
  return others <= makers
    ? { organisationId, absorbed: other, survivor: maker }
    : { organisationId, absorbed: maker, survivor: other };
}

/** Throws `LinkRefused` if an organisation has too many jobs to be absorbed. Locks nothing. */
export async function requireShortHistory(queries: Queries, organisationId: string): Promise<void> {
  const jobs = await countJobs(
    queries,
    sql`batches.account_id in (select id from accounts where organisation_id = ${organisationId}::uuid)`,
    "organisation",
  );
  if (jobs > MAX_MOVED_JOBS.organisation) throw new LinkRefused("long_history");
}

const jobsOfAccount = (queries: Queries, id: string) =>
  countJobs(queries, sql`batches.account_id = ${id}::uuid`, "account");

/** Counts jobs, up to one above the limit. Joins with batches, because no index of jobs begins with the account. */
async function countJobs(queries: Queries, isSo: SQL, purpose: CodePurpose): Promise<number> {
  const [row] = await queries.execute(sql`
    select count(*)::integer as jobs from (
      select from batches join jobs on jobs.batch_id = batches.id where ${isSo} limit ${MAX_MOVED_JOBS[purpose] + 1}
    ) as counted`);
  return Number(row?.["jobs"]);
}
