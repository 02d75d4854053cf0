import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { encodeScope, ORGANISATION_SCOPE } from "../../core/account/policy/scope.ts";
import type { Seal } from "../../core/account/keys/seal.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { MergeInterrupted } from "./merge-accounts.ts";
import { moveSums } from "./move-sums.ts";
import { clearScope, copyScope, moveKeys, removeTwins } from "./rewrite-scopes.ts";
import { writeJobsWhere } from "../jobs/write-jobs.ts";

/** Two organisations: one is merged into the other. */
export interface OrganisationMerge {
  readonly absorbed: string;
  readonly survivor: string;
  /** Secrets are sealed for the organisation that owns them. */
  readonly seal: Pick<Seal, "keyId" | "open" | "close">;
}

/**
 * Tables that a merge doesn't simply repoint: audit entries about the absorbed organisation are history, so they are copied and
 * stay unchanged, and sums follow the ledger (`sum_usage`).
 */
const APART: readonly string[] = ["audit", "usage_sums"];

const Workspaces = z.array(z.object({ platform: z.string(), id: z.string() }));
const Tables = z.array(z.object({ name: z.string() }));
const Named = z.array(z.object({ id: z.string(), name: z.string(), of: z.string() }));
const Sealed = z.array(z.object({ id: z.string(), sealed: z.string() }));

/**
 * Merges two organisations, in the caller's transaction. Settings of the whole absorbed organisation become settings of each of
 * its workspaces, and its keys too if it has only one workspace. Running jobs only change their owner. Locks in the same order as
 * `mergeAccounts`. Throws `MergeInterrupted` if a batch was accepted meanwhile.
 */
export async function mergeOrganisations(queries: Queries, merge: OrganisationMerge): Promise<void> {
  const { absorbed, survivor } = merge;
  const jobsOf = sql`jobs where organisation_id = ${absorbed}::uuid`;
  const locked = await queries.execute(sql`select id from ${jobsOf} order by id for update`);
  for (const id of [absorbed, survivor].toSorted()) {
    await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${id}::uuid))`);
  }
  const present = await queries.execute(sql`
    select id from organisations where id in ${listed([absorbed, survivor])} order by id for update`);
  const [now] = await queries.execute(sql`select count(*)::integer as jobs from ${jobsOf}`);
  if (present.length < 2 || now?.["jobs"] !== locked.length)
    throw new MergeInterrupted("an organisation changed meanwhile");
  // Both organisations' open batches in one statement, in lock order: the sums need the survivor's jobs too.
  await writeJobsWhere(queries, sql`closed_at is null and organisation_id in ${listed([absorbed, survivor])}`);

  await moveToWorkspaces(queries, absorbed);
  await renameGroups(queries, merge);
  await renameKeys(queries, merge);
  await resealSecrets(queries, merge);
  await queries.execute(sql`delete from codes where organisation_id = ${absorbed}::uuid`);
  const tables = await queries.execute(sql`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id'
      and table_name not in ${listed(APART, "text")}
    -- Batches go with their accounts.
    order by table_name <> 'accounts'`);
  for (const { name } of Tables.parse([...tables])) {
    await queries.execute(sql`
      update ${sql.identifier(name)} set organisation_id = ${survivor}::uuid where organisation_id = ${absorbed}::uuid`);
  }
  await removeTwins(queries, survivor, encodeScope(ORGANISATION_SCOPE));
  await moveSums(queries, { column: "organisation_id", where: sql`organisation_id = ${absorbed}::uuid`, to: survivor });
  await queries.execute(sql`
    insert into audit (organisation_id, at, account_id, actor_name, workspace, action, scope, before, after)
    select ${survivor}::uuid, at, account_id, actor_name, workspace, action, scope, before, after
    from audit where organisation_id = ${absorbed}::uuid order by id`);
  await queries.execute(sql`select sum_windows(${survivor}::uuid, null)`);
  await queries.execute(sql`delete from organisations where id = ${absorbed}::uuid`);
}

/**
 * Moves an organisation's settings to its workspaces, so that they don't apply to the other organisation. Several workspaces
 * split its quotas equally, so that their total does not grow.
 */
async function moveToWorkspaces(queries: Queries, organisationId: string): Promise<void> {
  const from = encodeScope(ORGANISATION_SCOPE);
  const rows = await queries.execute(sql`
    select platform, external_id as id from workspaces where organisation_id = ${organisationId}::uuid
    order by created_at`);
  const workspaces = Workspaces.parse([...rows]).map(({ platform, id }) =>
    encodeScope({ kind: "workspace", id: [platform, id].map(encodeURIComponent).join(":") }),
  );
  for (const [index, to] of workspaces.entries()) {
    await copyScope(queries, { organisationId, from, to }, { index, of: workspaces.length });
  }
  await clearScope(queries, { organisationId, from });
  const [only] = workspaces;
  if (only !== undefined && workspaces.length === 1) await moveKeys(queries, { organisationId, from, to: only });
}

/** Adds a number to the name of each group whose name the other organisation uses too. */
async function renameGroups(queries: Queries, { absorbed, survivor }: OrganisationMerge): Promise<void> {
  const rows = await queries.execute(sql`
    select id::text, name, organisation_id::text as "of" from groups
    where organisation_id in ${listed([absorbed, survivor])} order by id for update`);
  await rename(queries, "groups", Named.parse([...rows]), survivor);
}

async function rename(
  queries: Queries,
  table: "groups" | "credentials",
  rows: z.infer<typeof Named>,
  survivor: string,
): Promise<void> {
  const lower = (row: { readonly name: string }): string => row.name.toLowerCase();
  const kept = new Set(rows.filter(({ of }) => of === survivor).map(lower));
  const taken = new Set(rows.map(lower));
  for (const row of rows.filter(({ of }) => of !== survivor)) {
    if (!kept.has(lower(row))) continue;
    let number = 2;
    while (taken.has(`${lower(row)} ${number}`)) number++;
    taken.add(`${lower(row)} ${number}`);
    await queries.execute(
      sql`update ${sql.identifier(table)} set name = ${`${row.name} ${number}`} where id = ${row.id}::uuid`,
    );
  }
}

/** Does the same for entered keys. If both have the same configured key, removes the absorbed organisation's. */
async function renameKeys(queries: Queries, { absorbed, survivor }: OrganisationMerge): Promise<void> {
  const both = sql`organisation_id in ${listed([absorbed, survivor])} and removed_at is null`;
  const rows = await queries.execute(sql`
    select id::text, name, organisation_id::text as "of" from credentials
    where ${both} and origin = 'people' order by created_at, id for update`);
  await rename(queries, "credentials", Named.parse([...rows]), survivor);
  await queries.execute(sql`
    update credentials set removed_at = now()
    where organisation_id = ${absorbed}::uuid and removed_at is null and origin = 'configuration' and fingerprint in (
      select fingerprint from credentials where organisation_id = ${survivor}::uuid and removed_at is null
        and origin = 'configuration')`);
}

/** Leaves a secret that it can't open unchanged, and takes its key out of use. */
async function resealSecrets(queries: Queries, { absorbed, survivor, seal }: OrganisationMerge): Promise<void> {
  const rows = await queries.execute(sql`
    select id::text, sealed_secret as sealed from credentials where organisation_id = ${absorbed}::uuid for update`);
  for (const { id, sealed } of Sealed.parse([...rows])) {
    let resealed: string | undefined;
    // The secret of a removed key was wiped.
    if (sealed === "") continue;
    try {
      resealed = seal.close(seal.open(sealed, absorbed), survivor);
    } catch {
      resealed = undefined;
    }
    await queries.execute(
      resealed === undefined
        ? sql`update credentials set resting_until = 'infinity' where id = ${id}::uuid`
        : sql`update credentials set sealed_secret = ${resealed}, seal_key_id = ${seal.keyId} where id = ${id}::uuid`,
    );
  }
}
