import { readFile } from "node:fs/promises";
import type postgres from "postgres";
import { z } from "zod";
import { ConfigError } from "../lib/errors.ts";
import { readRevision } from "./sql-functions.ts";

const JOURNAL = new URL("../../migrations/meta/_journal.json", import.meta.url);
const PACKAGE = new URL("../../package.json", import.meta.url);

const Journal = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });
const Package = z.object({ version: z.string().regex(/^[\w.+-]{1,50}$/) });

/** The version of a schema. */
interface Schema {
  readonly migrations: number;
  /** The revision of its functions. */
  readonly functions: number;
}

/** A schema's version as people read it, such as `3.12`. */
export function schemaNumber({ migrations, functions }: Schema): string {
  return `${migrations}.${functions}`;
}

/** The schema's version as the database stores it. */
export interface SchemaVersion extends Schema {
  /** The Easel version that wrote it; null if it was not recorded. */
  readonly version: string | null;
}

/** The schema that this Easel works with. */
export async function knownSchema(): Promise<Schema> {
  return { migrations: (await readJournal()).length, functions: (await readRevision()).revision };
}

/** The versions that a process registers. */
export async function ownProcessVersion(): Promise<{ version: string; migrations: number; functions: number }> {
  return { version: await ownVersion(), ...(await knownSchema()) };
}

/**
 * Reads the database's schema version. An empty database has none.
 *
 * @param variable the setting that names the database: `DATABASE_URL`, or `DATA_DIR` for the embedded one.
 * @throws ConfigError naming the version to start if a newer Easel has written the database: this one would misread it.
 */
export async function readSchemaVersion(
  client: postgres.ISql,
  variable: "DATABASE_URL" | "DATA_DIR",
): Promise<SchemaVersion> {
  const [tables] = await client<{ migrations: boolean; functions: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as migrations,
      to_regclass('sql_functions') is not null as functions`;
  if (!tables?.migrations) return { migrations: 0, functions: 0, version: null };
  const known = await knownSchema();
  const last = Math.max(...(await readJournal()).map(({ when }) => when));
  const [there] = await client<(Omit<SchemaVersion, "functions"> & { is_newer: boolean })[]>`
    select count(*)::integer as migrations, coalesce(max(created_at) > ${last}::bigint, false) as is_newer,
      substring(obj_description('drizzle'::regnamespace, 'pg_namespace') from '^Easel ([[:graph:]]+)$') as version
    from drizzle.__drizzle_migrations`;
  const { migrations = 0, version = null, is_newer: isNewer = false } = there ?? {};
  const functions = tables.functions ? await revisionOf(client) : 0;
  if (!isNewer && functions <= known.functions) return { migrations, functions, version };
  const ours = await ownVersion();
  const start =
    version === null || version === ours ? "the version that wrote it, or a later one" : `version ${version} or later`;
  throw new ConfigError(
    variable,
    `${variable}: the database was written by a newer Easel (schema ${schemaNumber({ migrations, functions })}; ` +
      `this one, ${ours}, knows schema ${schemaNumber(known)}); start ${start}.`,
  );
}

async function revisionOf(client: postgres.ISql): Promise<number> {
  const [row] = await client<{ revision: number }[]>`select coalesce(max(revision), 0) as revision from sql_functions`;
  return row?.revision ?? 0;
}

/** Records this Easel's version, for the error message of an older one. */
export async function noteVersion(client: postgres.Sql): Promise<void> {
  const version = await ownVersion();
  // COMMENT takes no parameters.
  await client.unsafe(`comment on schema drizzle is 'Easel ${version}'`);
}

async function readJournal(): Promise<{ readonly when: number }[]> {
  return Journal.parse(JSON.parse(await readFile(JOURNAL, "utf8"))).entries;
}

/** The version of this Easel, from `package.json`. */
export async function ownVersion(): Promise<string> {
  return Package.parse(JSON.parse(await readFile(PACKAGE, "utf8"))).version;
}
