import type postgres from "postgres";

/** Whom all connections act as that do the program's work: it may not change what is only ever added to. */
const APPLICATION_ROLE = "easel_app";

/**
 * Readies the application's role with what it may do, part of the migration, whose user owns the tables. Undefined where that user
 * may not create roles and was not given this one: then only triggers guard what is only added to. Costs one query once all is there.
 */
export async function readyApplicationRole(client: postgres.Sql): Promise<string | undefined> {
  const [state] = await client<{ exists: boolean; may_create: boolean; schema: string | null }[]>`
    select exists (select from pg_roles where rolname = ${APPLICATION_ROLE}) as exists,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create,
      current_schema() as schema`;
  // Another role may look for tables elsewhere: where its own name is a schema, say.
  if (!state || state.schema !== "public") return undefined;
  if (!state.exists) {
    if (!state.may_create) return undefined;
    await ignoring(client.unsafe(`create role ${APPLICATION_ROLE} nologin`));
  }
  if (!(await mayBecome(client))) {
    await ignoring(client.unsafe(`grant ${APPLICATION_ROLE} to current_user with set true, inherit false`));
    if (!(await mayBecome(client))) return undefined;
  }
  if (await lacksAnything(client)) await grantAll(client);
  return APPLICATION_ROLE;
}

async function mayBecome(client: postgres.Sql): Promise<boolean> {
  const [row] = await client<{ may: boolean }[]>`
    select pg_has_role(current_user, oid, 'set') as may from pg_roles where rolname = ${APPLICATION_ROLE}`;
  return row?.may ?? false;
}

/** Each migration may bring tables. */
async function lacksAnything(client: postgres.Sql): Promise<boolean> {
  const [row] = await client<{ lacks: boolean }[]>`
    select coalesce(bool_or(not has_table_privilege(${APPLICATION_ROLE}, oid, 'select, insert')), true) as lacks
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  return row?.lacks ?? true;
}

async function grantAll(client: postgres.Sql): Promise<void> {
  const role = APPLICATION_ROLE;
  await client.begin(async (transaction) => {
    await transaction.unsafe(`
      grant usage on schema public, drizzle to ${role};
      grant select on all tables in schema drizzle to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage on all sequences in schema public to ${role};
      revoke update, delete, truncate on audit, ledger from ${role};
      grant update (organisation_id, account_id) on ledger to ${role}`);
  });
}

/** Another database of the same server may just be doing the same; what matters is asked for afterwards. */
async function ignoring(statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch {
    // Not allowed, or done already.
  }
}
