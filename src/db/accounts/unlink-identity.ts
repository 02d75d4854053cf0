import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import type { CodeUser, Unlinked } from "../../core/account/linking.ts";
import { writeAudit } from "./audit.ts";
import { announcePolicyChange } from "../notify.ts";
import { copyRestrictions } from "./copy-restrictions.ts";

/** The id of no batch. */
const NO_BATCH = "00000000-0000-0000-0000-000000000000";

/**
 * Moves an identity from its account to a new one, which gets only what restricts the old one: access, group membership and
 * quotas are an admin's decision about one account. Jobs, presets and own keys stay with the old account too, so it must have no
 * open jobs. Throws `LinkRefused` if a list of blocked people is full.
 */
export async function unlinkIdentity(queries: Queries, user: CodeUser): Promise<Unlinked> {
  const { organisationId, actor, identity } = user;
  // Read the owner now: the caller's copy may date from before a recent link.
  const identities = await queries.execute(sql`
    select account_id::text as account from identities
    where account_id = (
      select accounts.id from identities own join accounts on accounts.id = own.account_id
      where own.platform = ${identity.platform} and own.workspace = ${identity.workspace}
        and own.user_id = ${identity.userId} and accounts.organisation_id = ${organisationId}::uuid)
    order by created_at for update`);
  if (identities.length < 2) return { kind: "single" };
  const oldId = String(identities[0]?.["account"]);
  await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
  const jobs = await openJobs(queries, organisationId, oldId);
  if (jobs > 0) return { kind: "busy", jobs };
  const [made] = await queries.execute(sql`
    insert into accounts (organisation_id, display_name) values (${organisationId}::uuid, ${actor.name.toWellFormed()})
    returning id::text as id`);
  const newId = String(made?.["id"]);
  await queries.execute(sql`
    update identities set account_id = ${newId}::uuid
    where platform = ${identity.platform} and workspace = ${identity.workspace} and user_id = ${identity.userId}
      and account_id = ${oldId}::uuid`);
  const left = await copyRestrictions(queries, { organisationId, oldId, newId });
  await writeAudit(queries, {
    organisationId,
    actor: { ...actor, accountId: newId },
    action: "account.unlinked",
    scope: { kind: "account", id: oldId },
    before: { account: oldId, identity },
    after: { account: newId },
  });
  await announcePolicyChange(queries, organisationId);
  return { kind: "unlinked", accountId: newId, left };
}

/**
 * The jobs that count towards the account's bounds. They stay with the old account, so by linking and unlinking a member could
 * have as many again each time.
 */
async function openJobs(queries: Queries, organisationId: string, accountId: string): Promise<number> {
  const account = sql`${organisationId}::uuid, ${accountId}::uuid`;
  const [row] = await queries.execute(sql`
    select waiting_jobs(${account}, ${NO_BATCH}::uuid) + images.jobs + clips.jobs as jobs
    from jobs_at_gateway(${account}, 'image') images, jobs_at_gateway(${account}, 'video') clips`);
  return Number(row?.["jobs"]);
}
