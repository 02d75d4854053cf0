import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { listed } from "../jobs/listed.ts";
import { clearScope, copyScope, moveKeys, moveSubject } from "./rewrite-scopes.ts";
import { writeJobsWhere } from "../jobs/write-jobs.ts";

/** Two accounts of an organisation: one is merged into the other. */
export interface AccountMerge {
  readonly organisationId: string;
  readonly absorbed: string;
  readonly survivor: string;
}

/**
 * Tables that a merge doesn't simply repoint: history stays, lanes are combined, codes of the absorbed account are void, and sums
 * follow the ledger by themselves.
 */
const APART: readonly string[] = ["audit", "lanes", "codes", "usage_sums"];

const Tables = z.array(z.object({ name: z.string() }));

/** A concurrent change interrupted the merge; trying again may succeed. */
export class MergeInterrupted extends Error {}

/**
 * Merges two accounts of an organisation, in the caller's transaction. Locks jobs first, then quotas, then the accounts: settling
 * a job holds the job while it waits for quotas, and accepting a batch holds quotas while it reads the account. Throws
 * `MergeInterrupted` if a batch was accepted meanwhile.
 */
export async function mergeAccounts(queries: Queries, merge: AccountMerge): Promise<void> {
  const { organisationId, absorbed, survivor } = merge;
  const [from, to] = [`account:${absorbed}`, `account:${survivor}`];
  const ofAbsorbed = sql`batches.account_id = ${absorbed}::uuid and batches.organisation_id = ${organisationId}::uuid`;
  const locked = await queries.execute<{ id: string }>(sql`
    select jobs.id from jobs join batches on batches.id = jobs.batch_id where ${ofAbsorbed} order by jobs.id for update of jobs`);
  await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
  const there = await queries.execute(sql`
    select id from accounts where organisation_id = ${organisationId}::uuid and id in ${listed([absorbed, survivor])}
    order by id for update`);
  const [now] = await queries.execute(sql`
    select count(*)::integer as jobs from jobs join batches on batches.id = jobs.batch_id where ${ofAbsorbed}`);
  if (there.length < 2 || now?.["jobs"] !== locked.length) throw new MergeInterrupted("an account changed meanwhile");
  // All of the organisation's batches at once, in their lock order: the sums need other members' jobs too.
  await writeJobsWhere(queries, sql`closed_at is null and organisation_id = ${organisationId}::uuid`);

  await queries.execute(sql`
    update jobs set scopes = array_replace(scopes, ${from}, ${to})
    from batches where batches.id = jobs.batch_id and ${ofAbsorbed}`);
  const tables = await queries.execute(sql`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'
      and table_name not in ${listed(APART, "text")}`);
  for (const { name } of Tables.parse([...tables])) {
    await queries.execute(sql`
      update ${sql.identifier(name)} set account_id = ${survivor}::uuid where account_id = ${absorbed}::uuid`);
  }
  await queries.execute(sql`
    insert into lanes (organisation_id, service, account_id, last_served)
    select organisation_id, service, ${survivor}::uuid, last_served from lanes
    where organisation_id = ${organisationId}::uuid and account_id = ${absorbed}::uuid
    on conflict (organisation_id, service, account_id) do update
    set last_served = greatest(lanes.last_served, excluded.last_served)`);
  await queries.execute(sql`
    delete from lanes where organisation_id = ${organisationId}::uuid and account_id = ${absorbed}::uuid`);
  await queries.execute(sql`
    update presets set created_by = ${survivor}::uuid
    where organisation_id = ${organisationId}::uuid and created_by = ${absorbed}::uuid`);
  await queries.execute(sql`
    update proposals set account_id = ${survivor}::uuid
    where organisation_id = ${organisationId}::uuid and account_id = ${absorbed}::uuid`);
  await copyScope(queries, { organisationId, from, to });
  await clearScope(queries, { organisationId, from });
  await moveKeys(queries, { organisationId, from, to });
  await moveSubject(queries, { organisationId, from, to });
  await queries.execute(sql`select sum_windows(${organisationId}::uuid, array[${to}::text])`);
  await queries.execute(sql`
    delete from usage_sums where organisation_id = ${organisationId}::uuid and account_id = ${absorbed}::uuid`);
  await queries.execute(sql`delete from codes where account_id = ${absorbed}::uuid`);
  await queries.execute(sql`delete from accounts where id = ${absorbed}::uuid`);
}
