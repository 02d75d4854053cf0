import { readFile } from "node:fs/promises";
import type postgres from "postgres";
import { z } from "zod";
import { ConfigError } from "../lib/errors.ts";

const JOURNAL = new URL("../../migrations/meta/_journal.json", import.meta.url);
const PACKAGE = new URL("../../package.json", import.meta.url);

const Journal = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });
const Package = z.object({ version: z.string().regex(/^[\w.+-]{1,50}$/) });

/** What a database says of its schema. */
export interface SchemaVersion {
  readonly migrations: number;
  /** The Easel that made it so; null where that was not noted. */
  readonly version: string | null;
}

/** How many migrations this Easel knows. */
export async function knownMigrations(): Promise<number> {
  return (await readJournal()).length;
}

/**
 * What the database's schema is. An empty database has none.
 *
 * @param variable where the database was named: `DATABASE_URL`, or `DATA_DIR` for the embedded one.
 * @throws ConfigError that says which version to start when a newer Easel has written it: this one would misread it.
 */
export async function readSchemaVersion(
  client: postgres.Sql,
  variable: "DATABASE_URL" | "DATA_DIR",
): Promise<SchemaVersion> {
  const [table] = await client<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return { migrations: 0, version: null };
  const known = await readJournal();
  const last = Math.max(...known.map(({ when }) => when));
  const [there] = await client<(SchemaVersion & { is_newer: boolean })[]>`
    select count(*)::integer as migrations, coalesce(max(created_at) > ${last}::bigint, false) as is_newer,
      substring(obj_description('drizzle'::regnamespace, 'pg_namespace') from '^Easel ([[:graph:]]+)$') as version
    from drizzle.__drizzle_migrations`;
  const { migrations = 0, version = null, is_newer: isNewer = false } = there ?? {};
  if (!isNewer) return { migrations, version };
  const ours = await ownVersion();
  const start =
    version === null || version === ours ? "the version that wrote it, or a later one" : `version ${version} or later`;
  throw new ConfigError(
    variable,
    `${variable}: the database was written by a newer Easel (schema ${migrations}; this one, ${ours}, knows schema ${known.length}); start ${start}.`,
  );
}

/** Notes which Easel made the schema what it is, for the words of an older one that meets it. */
export async function noteVersion(client: postgres.Sql): Promise<void> {
  const version = await ownVersion();
  // A comment takes no parameter.
  await client.unsafe(`comment on schema drizzle is 'Easel ${version}'`);
}

async function readJournal(): Promise<{ readonly when: number }[]> {
  return Journal.parse(JSON.parse(await readFile(JOURNAL, "utf8"))).entries;
}

async function ownVersion(): Promise<string> {
  return Package.parse(JSON.parse(await readFile(PACKAGE, "utf8"))).version;
}
