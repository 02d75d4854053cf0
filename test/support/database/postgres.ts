import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the test run's PostgreSQL server, for its superuser. */
    databaseServer: string;
    /** Its data folder, as `DATA_DIR` would name it. */
    databaseFolder: string;
  }
}

/** The migrated schema without rows. Nothing may be connected to it while it is copied. */
export const TEMPLATE_DATABASE = "easel_template";

/** Longer than most test files take, so that the client rarely has to reconnect. */
const ADMINISTRATOR_IDLE_S = 5;

export interface TestDatabase {
  readonly url: string;
  /** Also closes the remaining connections. */
  drop(): Promise<void>;
}

/**
 * A separate database for a test file; takes about 12 ms. Drop it in `afterAll`. `template`: the database to copy; `template0` is
 * empty.
 */
export async function createTestDatabase(template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const server = inject("databaseServer");
  const name = `easel_${randomBytes(8).toString("hex")}`;
  await administer(server).unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(server, name),
    drop: () => dropDatabase(server, name),
  };
}

/** Drops a database and the role that Easel created for it, after closing the remaining connections. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const client = administer(server);
  const [found] = await client<{ role: string }[]>`
    select 'easel_app_' || oid as role from pg_database where datname = ${name}`;
  if (!found) return;
  await client.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.unsafe(`DROP ROLE IF EXISTS ${found.role}`);
}

/** One client for each server, shared by the tests of a process. It connects when used, and disconnects when idle. */
const administrators = new Map<string, postgres.Sql>();

function administer(server: string): postgres.Sql {
  const client =
    administrators.get(server) ??
    postgres(server, { max: 1, idle_timeout: ADMINISTRATOR_IDLE_S, fetch_types: false, onnotice: () => {} });
  administrators.set(server, client);
  return client;
}

/** The same server's address for another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs a statement on its own connection. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}
