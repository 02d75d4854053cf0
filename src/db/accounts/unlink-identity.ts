import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import type { CodeUser } from "../../core/account/linking.ts";
import { writeAudit } from "./audit.ts";
import { announcePolicyChange } from "../notify.ts";
import { copyScope } from "./rewrite-scopes.ts";

/**
 * Moves an identity from its account to a new one. Returns the new account's id, or undefined if it is the account's only
 * identity. The new account copies rules, groups, quotas and their use, so that unlinking gains nothing. Existing jobs stay with
 * the old account.
 */
export async function unlinkIdentity(queries: Queries, user: CodeUser): Promise<string | undefined> {
  const { organisationId, actor, identity } = user;
  // Read the owner now: the caller's copy may date from before a recent link.
  const identities = await queries.execute(sql`
    select account_id::text as account from identities
    where account_id = (
      select accounts.id from identities own join accounts on accounts.id = own.account_id
      where own.platform = ${identity.platform} and own.workspace = ${identity.workspace}
        and own.user_id = ${identity.userId} and accounts.organisation_id = ${organisationId}::uuid)
    order by created_at for update`);
  if (identities.length < 2) return undefined;
  const accountId = String(identities[0]?.["account"]);
  await queries.execute(sql`select pg_advisory_xact_lock(quota_lock(${organisationId}::uuid))`);
  const [made] = await queries.execute(sql`
    insert into accounts (organisation_id, display_name) values (${organisationId}::uuid, ${actor.name.toWellFormed()})
    returning id::text as id`);
  const id = String(made?.["id"]);
  await queries.execute(sql`
    update identities set account_id = ${id}::uuid
    where platform = ${identity.platform} and workspace = ${identity.workspace} and user_id = ${identity.userId}
      and account_id = ${accountId}::uuid`);
  const [from, to] = [`account:${accountId}`, `account:${id}`];
  await copyScope(queries, { organisationId, from, to });
  await queries.execute(sql`
    insert into group_members (group_id, organisation_id, subject)
    select group_id, organisation_id, ${to} from group_members
    where organisation_id = ${organisationId}::uuid and subject = ${from}`);
  for (const list of ["access", "blocked"]) {
    await queries.execute(sql`
      update policies set version = version + 1, updated_at = now(),
        settings = settings || jsonb_build_object(${list}::text, (settings -> ${list}::text) || to_jsonb(${to}::text))
      where organisation_id = ${organisationId}::uuid and settings -> ${list}::text @> to_jsonb(${from}::text)`);
  }
  await writeAudit(queries, {
    organisationId,
    actor: { ...actor, accountId: id },
    action: "account.unlinked",
    scope: { kind: "account", id: accountId },
    before: { account: accountId, identity },
    after: { account: id },
  });
  await announcePolicyChange(queries, organisationId);
  return id;
}
