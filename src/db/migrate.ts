import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { fileURLToPath } from "node:url";
import { MIGRATE_MS } from "../limits.ts";
import { readyApplicationRole } from "./application-role.ts";
import { withOneClient } from "./one-client.ts";

/** Any number will do as long as it is the same in every process. */
const MIGRATION_LOCK = 6_237_114;
const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/**
 * Brings the database at `url` to the newest schema. Simultaneous starts wait for each other by an advisory lock; without
 * it three of four crash. Throws a `ConfigError` when it gives no answer for too long. Returns the role that the program's own
 * connections are to act as, where there may be one.
 */
export async function migrate(url: string, deadlineMs: number = MIGRATE_MS): Promise<string | undefined> {
  return withOneClient(url, deadlineMs, async (client) => {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
    return readyApplicationRole(client);
  });
}
