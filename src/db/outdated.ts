import { databaseErrorCode } from "./database-failure.ts";
import { withOneClient } from "./one-client.ts";
import { knownSchema, schemaNumber } from "./schema-version.ts";

/**
 * Error codes of statements that don't fit the schema: a missing function, table or column, another type, another function
 * header, or a required column that the statement doesn't set (PostgreSQL documentation, appendix A).
 */
const MISFITS: ReadonlySet<string> = new Set(["42883", "42P01", "42703", "42804", "42P13", "23502"]);
/** People may be waiting for the call that failed. */
const ASK_MS = 1_000;

/** Whether a statement failed because it does not fit the schema. Either the schema is newer, or the statement is wrong. */
export function isMisfit(error: unknown): boolean {
  return MISFITS.has(databaseErrorCode(error) ?? "");
}

/**
 * The version of the database's schema if a newer Easel has upgraded it; otherwise undefined. Opens a separate connection,
 * because it is rarely needed. Rejects if the database does not answer in time.
 */
export async function newerSchema(url: string): Promise<string | undefined> {
  const known = await knownSchema();
  return withOneClient(url, ASK_MS, async (client) => {
    const [there] = await client<{ migrations: number; functions: number }[]>`
      select (select count(*)::integer from drizzle.__drizzle_migrations) as migrations,
        (select coalesce(max(revision), 0) from sql_functions) as functions`;
    if (!there || (there.migrations <= known.migrations && there.functions <= known.functions)) return undefined;
    return schemaNumber(there);
  });
}
