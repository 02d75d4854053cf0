import type postgres from "postgres";

/** Everything that Easel stores about requests, except columns that Easel changes by itself. */
export async function keptIn(sql: postgres.Sql): Promise<string> {
  const tables = ["batches", "jobs", "ledger", "artifacts", "posts", "stars", "presets", "proposals", "approvals"];
  const parts = await Promise.all(
    tables.map(async (table) => {
      const rows = await sql.unsafe(`select to_jsonb(whole) - 'updated_at' as line from ${table} whole`);
      return `${table}: ${rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join("\n")}`;
    }),
  );
  return parts.join("\n");
}
