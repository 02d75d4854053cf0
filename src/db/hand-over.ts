import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { ConfigError } from "../lib/errors.ts";

/** The 45 migrations before the baseline, and when the last one was made. */
const LAST_BEFORE_BASELINE = { count: 45, when: 1_795_349_408_304, commit: "9350e24" };

/** What the baseline renames or adds. Functions and triggers follow, as at every start. */
const CHANGES = `
  alter table batches rename column wishes to actions_requested;
  alter table batches rename constraint batches_wishes_not_null to batches_actions_requested_not_null;
  alter table approvals rename column hindered to blocked_because;
  alter table media rename column doomed_at to deleting_since;
  alter index media_doomed rename to media_deleting;
  create table sql_functions (name text primary key not null, hash text not null, revision integer not null);
  delete from drizzle.__drizzle_migrations`;

/**
 * Upgrades a database from the migrations before the baseline (`migrations/0000_baseline.sql`): makes it equal to the baseline
 * and records that, in one transaction. Leaves other databases unchanged. Call it under the migration's lock.
 *
 * @param variable the setting that names the database: `DATABASE_URL`, or `DATA_DIR` for the embedded one.
 * @throws ConfigError naming the version to start first if the database lacks some of those migrations.
 */
export async function handOver(
  client: postgres.Sql,
  variable: "DATABASE_URL" | "DATA_DIR",
  migrationsFolder: string,
): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder });
  const [table] = await client<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!baseline || !table?.exists) return;
  const [applied] = await client<{ count: number; last: string | null }[]>`
    select count(*)::integer as count, max(created_at)::text as last from drizzle.__drizzle_migrations`;
  if (!applied || applied.last === null || Number(applied.last) >= baseline.folderMillis) return;
  const { count, when, commit } = LAST_BEFORE_BASELINE;
  if (applied.count !== count || Number(applied.last) !== when) {
    throw new ConfigError(
      variable,
      `${variable}: the database is from before the first release, with ${applied.count} of the ${count} migrations of that time; ` +
        `start Easel at commit ${commit} on it once, then this one.`,
    );
  }
  await client.begin(async (transaction) => {
    await transaction.unsafe(CHANGES);
    await transaction`
      insert into drizzle.__drizzle_migrations (hash, created_at) values (${baseline.hash}, ${baseline.folderMillis})`;
  });
}
