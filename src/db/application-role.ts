import type postgres from "postgres";

/**
 * SQL over `own (name, owner)` and `role`: log-ins that can grant the application's role to anyone, other than Easel's user and
 * its superiors. They created the role: any user with `CREATEROLE` can create a role of that name before Easel does.
 */
const FROM_RIVALS = `
  from pg_auth_members m join pg_roles rival on rival.oid = m.member
  where m.roleid = role.oid and m.admin_option and rival.rolname <> current_user
    and not pg_has_role(rival.oid, current_user, 'member with admin option')
    and not pg_has_role(rival.oid, own.owner, 'set')`;

/** SQL over the same: the names of these log-ins. */
export const RIVALS = `coalesce((select json_agg(distinct quote_ident(rival.rolname)) ${FROM_RIVALS}), '[]')`;

/**
 * SQL over the same: roles, other than Easel's user and its superiors, that were granted access to this database and can act as a
 * rival or as the application's role. While the role has rivals, they decide which roles these are.
 */
export const GUESTS_OF_RIVALS = `coalesce((
  select json_agg(distinct quote_ident(guest.rolname))
  from pg_database, aclexplode(datacl) granted join pg_roles guest on guest.oid = granted.grantee
  where datname = current_database() and granted.privilege_type = 'CONNECT'
    and not pg_has_role(guest.oid, current_user, 'member') and not pg_has_role(guest.oid, own.owner, 'set')
    and exists (select ${FROM_RIVALS}
      and (pg_has_role(guest.oid, role.oid, 'member') or pg_has_role(guest.oid, rival.oid, 'member')))), '[]')`;

/** What the statements below need to know about the database, its user and the application's role. */
interface RoleState {
  /** `easel_app_` and the database's oid: roles belong to the whole server, and each installation has its own. */
  readonly role: string;
  readonly exists: boolean;
  readonly may_create: boolean;
  readonly may_become: boolean;
  /** Whether the user has the role's rights without switching to it. */
  readonly inherits: boolean;
  readonly schema: string | null;
  readonly lacks: boolean;
  /** Quoted where necessary. */
  readonly rivals: readonly string[];
  /**
   * Other roles of Easel's with rights here: the former shared one, or the role of the database from which this one was copied.
   */
  readonly strangers: readonly string[];
}

/** The role that all databases of a server used to share. */
const SHARED_ROLE = "easel_app";

/**
 * Prepares the role under which the program's connections run: it can't change append-only tables. Part of the migration, whose
 * user owns the tables. Returns undefined if that user may not create roles and was not granted this one, or if another user
 * controls the role; then only triggers protect the append-only tables. Costs one query once everything exists.
 */
export async function prepareApplicationRole(client: postgres.Sql): Promise<string | undefined> {
  const found = await readState(client);
  // Another role might resolve tables elsewhere, for example in a schema of the same name as the role.
  if (!found || found.schema !== "public") return undefined;
  const { role } = found;
  for (const stranger of found.strangers) await revokeRights(client, stranger);
  if (found.rivals.length > 0) {
    await revokeRights(client, role);
    return undefined;
  }
  if (!found.exists) {
    if (!found.may_create) return undefined;
    await ignoring(client.unsafe(`create role ${role} nologin`));
  }
  if (!found.may_become || found.inherits) {
    await ignoring(client.unsafe(`grant ${role} to current_user with set true, inherit false`));
    const ready = await readState(client);
    // Another user may have created a role of this name while we created ours.
    if (!ready || ready.rivals.length > 0) {
      await revokeRights(client, role);
      return undefined;
    }
    if (!ready.may_become) return undefined;
  }
  if (found.lacks) await grantAll(client, role);
  return role;
}

async function readState(client: postgres.Sql): Promise<RoleState | undefined> {
  const [state] = await client<RoleState[]>`
    with own as (
        select 'easel_app_' || oid as name, datdba as owner from pg_database where datname = current_database()),
      tables as (
        select oid, relacl from pg_class
        where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')),
      granted as (
        select grantee from tables, aclexplode(relacl)
        union select grantee from pg_namespace, aclexplode(nspacl) where nspname in ('public', 'drizzle'))
    select own.name as role, current_schema() as schema, role.oid is not null as exists,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create,
      coalesce(pg_has_role(current_user, role.oid, 'set'), false) as may_become,
      exists (
        select from pg_auth_members
        where roleid = role.oid and member = current_user::regrole and inherit_option) as inherits,
      (select coalesce(bool_or(role.oid is null or not has_table_privilege(role.oid, oid, 'select, insert')), true)
        from tables) as lacks,
      ${client.unsafe(RIVALS)} as rivals,
      coalesce((
        select json_agg(rolname) from pg_roles
        where oid in (select grantee from granted) and rolname <> own.name
          and (rolname = ${SHARED_ROLE} or rolname ~ '^easel_app_[0-9]+$')), '[]') as strangers
    from own left join pg_roles role on role.rolname = own.name`;
  return state;
}

async function grantAll(client: postgres.Sql, role: string): Promise<void> {
  await client.begin(async (transaction) => {
    await transaction.unsafe(`
      grant usage on schema public, drizzle to ${role};
      grant select on all tables in schema drizzle to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage on all sequences in schema public to ${role};
      revoke update, delete, truncate on audit, ledger from ${role};
      revoke insert, update, delete, truncate on sql_functions from ${role};
      grant update (organisation_id, account_id) on ledger to ${role}`);
  });
}

/** Revokes another role's rights here. */
async function revokeRights(client: postgres.Sql, role: string): Promise<void> {
  await ignoring(
    client.unsafe(`
      revoke all on all tables in schema public, drizzle from ${role};
      revoke all on all sequences in schema public, drizzle from ${role};
      revoke all on schema public, drizzle from ${role}`),
  );
  // PostgreSQL refuses while the role has rights in another database, where an older Easel uses it.
  if (role === SHARED_ROLE) await ignoring(client.unsafe(`drop role ${role}`));
}

/** Another process may be doing the same; the caller checks the result. */
async function ignoring(statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch {
    // Not allowed, or already done.
  }
}
