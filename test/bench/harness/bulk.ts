import type postgres from "postgres";

/**
 * Fills tables with fewer writes: drops the indexes that only speed up reading, and rebuilds them afterwards. Nothing else may
 * use the database meanwhile.
 */
export async function inBulk(sql: postgres.Sql, fill: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where not i.indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await fill();
  await sql`set maintenance_work_mem = '512MB'`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  // Indexes on expressions have their own statistics, which only an analysis collects.
  await sql`vacuum analyze`;
}
