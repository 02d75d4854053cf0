import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

/** Any number will do as long as it is the same in every process. */
const MIGRATION_LOCK = 6_237_114;
const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

/**
 * Brings the database at `url` to the newest schema. Simultaneous starts wait for each other by an advisory lock; without
 * it three of four crash.
 */
export async function migrate(url: string): Promise<void> {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: 10 });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    // Ending the session gives the lock back.
    await client.end({ timeout: 2 });
  }
}
