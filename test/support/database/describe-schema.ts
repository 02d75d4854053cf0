import postgres from "postgres";

/**
 * A database's schema, one line per table, column, constraint, index, trigger, function, sequence and type, with grants and
 * comments. Databases with the same lines differ only in their rows, the order of columns, and the name of their application
 * role.
 */
export async function describeSchema(url: string): Promise<readonly string[]> {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const [own] = await client<{ role: string }[]>`
      select 'easel_app_' || oid as role from pg_database where datname = current_database()`;
    const rows = await client.unsafe<{ line: string }[]>(LINES);
    return rows.map(({ line }) => line.replaceAll(own?.role ?? "", "easel_app").replaceAll(/\s+/g, " ")).toSorted();
  } finally {
    await client.end();
  }
}

const LINES = `
  with spaces as (select oid, nspname from pg_namespace where nspname in ('public', 'drizzle')),
    tables as (select c.*, c.oid::regclass as shown from pg_class c join spaces on spaces.oid = c.relnamespace where relkind <> 'i')
  select concat_ws(' ', 'schema', nspname, coalesce(s.nspacl::text, 'own')) as line
  from spaces join pg_namespace s using (oid, nspname)
  union all
  select concat_ws(' ', 'table', shown, relkind::text, relpersistence::text, relrowsecurity, coalesce(relacl::text, 'own'), reloptions::text,
    obj_description(oid, 'pg_class'))
  from tables
  union all
  select concat_ws(' ', 'column', shown, attname, format_type(atttypid, atttypmod), attnotnull, nullif(attidentity::text, ''),
    nullif(attgenerated::text, ''), attcollation::regcollation, pg_get_expr(adbin, adrelid), attacl::text, attoptions::text,
    col_description(attrelid, attnum))
  from tables join pg_attribute on attrelid = tables.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select concat_ws(' ', 'constraint', shown, conname, pg_get_constraintdef(k.oid), k.convalidated, obj_description(k.oid, 'pg_constraint'))
  from tables join pg_constraint k on k.conrelid = tables.oid
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, c.reloptions::text)
  from tables join pg_index on indrelid = tables.oid join pg_class c on c.oid = indexrelid
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled::text)
  from tables join pg_trigger t on tgrelid = tables.oid where not tgisinternal
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(p.oid), p.proacl::text, obj_description(p.oid, 'pg_proc'))
  from pg_proc p join spaces on spaces.oid = pronamespace
  union all
  select concat_ws(' ', 'type', t.oid::regtype, typtype::text)
  from pg_type t join spaces on spaces.oid = typnamespace where typtype not in ('b', 'c')
  union all
  select concat_ws(' ', 'view', viewname, definition) from pg_views join spaces on nspname = schemaname`;
