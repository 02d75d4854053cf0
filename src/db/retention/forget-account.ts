import { sql } from "drizzle-orm";
import type { AuditActor } from "../../core/account/audit.ts";
import type { Forgetting, Forgotten } from "../../core/account/forgetting.ts";
import { writeAudit } from "../accounts/audit.ts";
import { clearScope } from "../accounts/rewrite-scopes.ts";
import type { Database } from "../connection.ts";
import { wipeSecrets } from "../keys/credential-store.ts";
import { announcePolicyChange } from "../notify.ts";
import type { Queries } from "../queries.ts";

/** Forgets people on PostgreSQL: what can be deleted immediately. `createForgettingStore` does the rest. */
export function createForgetting(db: Database): Forgetting {
  return {
    forget: (organisationId, accountId, admin) =>
      db.changeQuotas(organisationId, (queries) => forgetAccount(queries, organisationId, accountId, admin)),
  };
}

/** Replaces a name. It is not a word, because readers have different languages. */
export const FORGOTTEN_NAME = sql`'#' || right(id::text, 8)`;

async function forgetAccount(
  queries: Queries,
  organisationId: string,
  accountId: string,
  admin: AuditActor,
): Promise<Forgotten> {
  await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
  const own = sql`account_id = ${accountId}::uuid`;
  const [known] = await queries.execute(sql`
    select from accounts where id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid
      and not exists (select from forgettings where ${own}) for update`);
  if (!known) return { kind: "gone" };
  const [open] = await queries.execute(sql`
    select count(*)::integer as requests from batches where ${own} and closed_at is null`);
  const requests = Number(open?.["requests"]);
  if (requests > 0) return { kind: "busy", requests };
  const scope = `account:${accountId}`;
  const [configured] = await queries.execute(sql`
    select name from credentials
    where organisation_id = ${organisationId}::uuid and scope = ${scope} and origin = 'configuration' and removed_at is null
    order by created_at limit 1`);
  if (configured) return { kind: "key", name: String(configured["name"]) };
  await queries.execute(sql`
    insert into forgettings (account_id, organisation_id, console_users)
    select ${accountId}::uuid, ${organisationId}::uuid,
      array(select user_id from identities where ${own} and platform = 'console')`);
  await deleteWhatNamesIdentities(queries, accountId);
  await queries.execute(sql`delete from identities where ${own}`);
  await deleteSettings(queries, organisationId, accountId);
  await queries.execute(sql`
    update accounts set display_name = ${FORGOTTEN_NAME}, exported_at = null where id = ${accountId}::uuid`);
  await writeAudit(queries, {
    organisationId,
    actor: admin,
    action: "account.forgotten",
    scope: { kind: "account", id: accountId },
  });
  await announcePolicyChange(queries, organisationId);
  return { kind: "begun" };
}

/**
 * Deletes an account's settings, stars, questions and entered keys. A key may have been shared once, so its secret stays until
 * the jobs that were made with it are settled.
 */
export async function deleteSettings(queries: Queries, organisationId: string, accountId: string): Promise<void> {
  for (const table of ["codes", "proposals", "stars"]) {
    await queries.execute(sql`delete from ${sql.identifier(table)} where account_id = ${accountId}::uuid`);
  }
  const scope = `account:${accountId}`;
  await clearScope(queries, { organisationId, from: scope });
  await queries.execute(sql`
    delete from group_members where organisation_id = ${organisationId}::uuid and subject = ${scope}`);
  const theirs = sql`organisation_id = ${organisationId}::uuid and scope = ${scope} and origin = 'people'`;
  await queries.execute(sql`
    update credentials set name = '', removed_at = coalesce(removed_at, now()) where ${theirs}`);
  await queries.execute(wipeSecrets(theirs));
}

/** Clears rows that refer to a person by user id instead of by account. */
async function deleteWhatNamesIdentities(queries: Queries, accountId: string): Promise<void> {
  const theirs = sql`identities theirs where theirs.account_id = ${accountId}::uuid`;
  await queries.execute(sql`
    delete from homes where (platform, user_id, workspace) in (select platform, user_id, workspace from ${theirs})`);
  // Kept if the person has an account in another organisation.
  await queries.execute(sql`
    delete from discord_locales where user_id in (
      select user_id from ${theirs} and platform = 'discord' and not exists (
        select from identities other
        where other.platform = 'discord' and other.user_id = theirs.user_id and other.account_id <> theirs.account_id))`);
  await queries.execute(sql`
    delete from code_tries using ${sql`identities theirs`}
    where theirs.account_id = ${accountId}::uuid
      and who::jsonb = jsonb_build_array(theirs.platform, theirs.workspace, theirs.user_id)`);
  // Keeps a record that the workflow step ran, so that a redelivery asks nobody. A step that is still open fails.
  await queries.execute(sql`
    update slack_steps set user_id = null, channel = '', locale = 'en', keys = '{}' from ${theirs}
    and theirs.platform = 'slack' and slack_steps.user_id = theirs.user_id and slack_steps.workspace = theirs.workspace`);
  for (const table of ["drafts", "targets"]) {
    await queries.execute(sql`
      delete from ${sql.identifier(table)} kept using identities theirs
      where theirs.account_id = ${accountId}::uuid and kept.requester_id = theirs.user_id
        and split_part(kept.conversation, ':', 1) = theirs.platform
        and split_part(kept.conversation, ':', 2) = theirs.workspace`);
  }
}
