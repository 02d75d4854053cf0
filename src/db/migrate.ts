import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import type { Logger } from "../lib/log/log.ts";
import { prepareApplicationRole } from "./application-role.ts";
import { isDeadlock } from "./database-failure.ts";
import { closeDatabase } from "./database-walls.ts";
import { handOver } from "./hand-over.ts";
import { withOneClient } from "./one-client.ts";
import { knownSchema, noteVersion, readSchemaVersion } from "./schema-version.ts";
import { readSqlFunctions, replaceFunctions } from "./sql-functions.ts";

/** Time limit for creating the tables. Another process may be doing it already, and an old database may be large. */
const MIGRATE_MS = 10 * 60_000;

/** Any number works if it is the same in every process. */
export const MIGRATION_LOCK = 6_237_114;
const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

export interface MigrateOptions {
  /** The setting that names the database: `DATABASE_URL`, or `DATA_DIR` for the embedded one. */
  readonly variable?: "DATABASE_URL" | "DATA_DIR";
  readonly deadlineMs?: number | undefined;
  /** Logs the fix when other users of the server can't be kept out. */
  readonly log?: Logger;
}

/**
 * Migrates the database at `url` to the newest schema: tables by migrations, functions by their files. An advisory lock
 * serialises simultaneous starts; without it, three of four crash. Also closes the database to other users of the server. Returns
 * the role that the program's connections switch to, if it could be prepared. Throws a `ConfigError` if the database does not
 * answer in time, and if a newer Easel has written it.
 *
 * Running processes lock tables in other orders. When PostgreSQL resolves a deadlock with them by rolling back a step, the migration
 * starts again, until `deadlineMs` is over.
 */
export async function migrate(
  url: string,
  { variable = "DATABASE_URL", deadlineMs = MIGRATE_MS, log }: MigrateOptions = {},
): Promise<string | undefined> {
  return withOneClient(url, deadlineMs, async (client) => {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    for (;;) {
      try {
        return await migrateLocked(client, variable, log);
      } catch (error) {
        if (!isDeadlock(error)) throw error;
        log?.info({ err: error }, "running processes used the tables of a migration in another order; trying again");
      }
    }
  });
}

/** One attempt, under the advisory lock. Each step changes nothing if it has been done. */
async function migrateLocked(
  client: Sql,
  variable: "DATABASE_URL" | "DATA_DIR",
  log: Logger | undefined,
): Promise<string | undefined> {
  const known = await knownSchema();
  const { migrations, version } = await readSchemaVersion(client, variable);
  await handOver(client, variable, FOLDER);
  await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  // Before the functions: a new trigger may write to a new table for a running process of the older version.
  const role = await prepareApplicationRole(client);
  const replaced = await replaceFunctions(client, await readSqlFunctions());
  if (version === null || replaced || migrations !== known.migrations) await noteVersion(client);
  const missing = await closeDatabase(client, role);
  if (missing.length > 0) {
    log?.warn(
      { run: missing.map((statement) => `${statement};`).join(" ") },
      "Easel's database is open to other users of the server, or only triggers protect its audit: run these statements " +
        "as a superuser, and start Easel again",
    );
  }
  return role;
}
