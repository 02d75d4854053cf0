import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { mergeStars } from "../delivery/stars.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { moveSums } from "./move-sums.ts";
import { QUOTA_TABLES } from "./quota-store.ts";
import { clearScope, copyScope, LinkRefused, moveKeys, moveSubject } from "./rewrite-scopes.ts";
import { writeJobsWhere } from "../jobs/write-jobs.ts";

/** Two accounts of an organisation: one is merged into the other. */
export interface AccountMerge {
  readonly organisationId: string;
  readonly absorbed: string;
  readonly survivor: string;
}

/**
 * Tables that a merge doesn't simply repoint: jobs and ledger are found by their batches, history stays, lanes and stars are
 * combined, codes of the absorbed account are void, sums follow the ledger (`sum_usage`), and an account that is being forgotten
 * is never merged.
 */
const APART: readonly string[] = ["jobs", "ledger", "audit", "lanes", "stars", "codes", "usage_sums", "forgettings"];

const Tables = z.array(z.object({ name: z.string() }));

/** A concurrent change interrupted the merge; trying again may succeed. */
export class MergeInterrupted extends Error {}

/**
 * Merges two accounts of an organisation, in the caller's transaction. Locks jobs first, then quotas, then the accounts: settling
 * a job holds the job while it waits for quotas, and accepting a batch holds quotas while it reads the account. Throws
 * `MergeInterrupted` if a batch was accepted meanwhile, and `LinkRefused` if the accounts can't be merged.
 */
export async function mergeAccounts(queries: Queries, merge: AccountMerge): Promise<void> {
  const { organisationId, absorbed, survivor } = merge;
  const [from, to] = [`account:${absorbed}`, `account:${survivor}`];
  const ofAbsorbed = sql`batches.account_id = ${absorbed}::uuid and batches.organisation_id = ${organisationId}::uuid`;
  const locked = await queries.execute<{ id: string }>(sql`
    select jobs.id from jobs join batches on batches.id = jobs.batch_id where ${ofAbsorbed} order by jobs.id for update of jobs`);
  await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
  const present = await queries.execute(sql`
    select id from accounts where organisation_id = ${organisationId}::uuid and id in ${listed([absorbed, survivor])}
      and not exists (select from forgettings where forgettings.account_id = accounts.id)
    order by id for update`);
  const [now] = await queries.execute(sql`
    select count(*)::integer as jobs from jobs join batches on batches.id = jobs.batch_id where ${ofAbsorbed}`);
  if (present.length < 2 || now?.["jobs"] !== locked.length) throw new MergeInterrupted("an account changed meanwhile");
  const [shared] = await queries.execute(sql`
    select from identities one join identities other using (platform, workspace)
    where one.account_id = ${absorbed}::uuid and other.account_id = ${survivor}::uuid limit 1`);
  if (shared) throw new LinkRefused("same_workspace");
  // All of the organisation's open batches in one statement, in lock order: the sums need other members' jobs too.
  await writeJobsWhere(queries, sql`closed_at is null and organisation_id = ${organisationId}::uuid`);

  // Joined with batches, because neither table has an index that begins with the account.
  await queries.execute(sql`
    update ledger set account_id = ${survivor}::uuid
    from jobs join batches on batches.id = jobs.batch_id where jobs.id = ledger.job_id and ${ofAbsorbed}`);
  await queries.execute(sql`
    update jobs set account_id = ${survivor}::uuid, scopes = array_replace(scopes, ${from}, ${to})
    from batches where batches.id = jobs.batch_id and ${ofAbsorbed}`);
  const tables = await queries.execute(sql`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'
      and table_name not in ${listed(APART, "text")}`);
  for (const { name } of Tables.parse([...tables])) {
    await queries.execute(sql`
      update ${sql.identifier(name)} set account_id = ${survivor}::uuid where account_id = ${absorbed}::uuid`);
  }
  // After the batches, as when a result is deleted.
  await mergeStars(queries, merge);
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
  const used = await usedOf(queries, organisationId, [from, to]);
  await takeBackQuotas(queries, merge);
  await copyScope(queries, { organisationId, from, to });
  await clearScope(queries, { organisationId, from });
  await moveKeys(queries, { organisationId, from, to });
  await moveSubject(queries, { organisationId, from, to });
  await queries.execute(sql`select sum_windows(${organisationId}::uuid, array[${to}::text])`);
  // An unlinked account's windows include usage without jobs, so the new sum can be too low.
  await queries.execute(sql`
    update quota_windows w set used = greatest(w.used, before.used)
    from jsonb_to_recordset(${used}::jsonb) before (unit text, span text, used bigint)
    where w.organisation_id = ${organisationId}::uuid and w.scope = ${to} and w.ends_at > now()
      and w.unit = before.unit and w.span = before.span`);
  const where = sql`organisation_id = ${organisationId}::uuid and account_id = ${absorbed}::uuid`;
  await moveSums(queries, { column: "account_id", where, to: survivor });
  await queries.execute(sql`delete from codes where account_id = ${absorbed}::uuid`);
  await queries.execute(sql`delete from accounts where id = ${absorbed}::uuid`);
}

/** The highest usage among these scopes in the current window, per unit and span, as JSON. */
async function usedOf(queries: Queries, organisationId: string, scopes: readonly string[]): Promise<string> {
  const rows = await queries.execute(sql`
    select unit, span, max(used) as used from quota_windows
    where organisation_id = ${organisationId}::uuid and scope = any(array${listed(scopes, "text")}) and ends_at > now()
    group by unit, span`);
  return JSON.stringify(rows);
}

/** An account that is merged again with the one that kept its quotas gets them back, so its quotas of 0 are deleted. */
async function takeBackQuotas(queries: Queries, { organisationId, absorbed, survivor }: AccountMerge): Promise<void> {
  for (const table of QUOTA_TABLES.map((name) => sql.identifier(name))) {
    await queries.execute(sql`
      delete from ${table}
      where organisation_id = ${organisationId}::uuid
        and ((scope = ${`account:${absorbed}`} and kept_by = ${survivor}::uuid)
          or (scope = ${`account:${survivor}`} and kept_by = ${absorbed}::uuid))`);
    await queries.execute(sql`
      update ${table} set kept_by = ${survivor}::uuid
      where organisation_id = ${organisationId}::uuid and kept_by = ${absorbed}::uuid`);
  }
}
