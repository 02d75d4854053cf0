import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../../src/db/embedded/embedded-postgres.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { execute, TEMPLATE_DATABASE, withDatabase } from "../database/postgres.ts";
import { cleanUpAfterExit } from "../fault/clean-up-after-exit.ts";

/**
 * Starts the test run's server, not durable, with the migrated schema as a template. Returns the teardown, which leaves no
 * process or folder behind.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-test-run-"));
  const server = await startEmbeddedPostgres({ dataDir, log: createLog("warn"), durable: false });
  const callOff = cleanUpAfterExit(server.pid, dataDir);
  const teardown = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    callOff();
  };
  try {
    // Each new connection hashes the password this often. The default of 4096 takes a fifth of a connection's time here.
    const { username, password } = new URL(server.url);
    await execute(server.url, `SET scram_iterations = 1; ALTER ROLE ${username} PASSWORD '${password}'`);
    await execute(server.url, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
    const template = withDatabase(server.url, TEMPLATE_DATABASE);
    const role = await migrate(template);
    // Each copy gets its own role and must not inherit the template's.
    if (role !== undefined) await execute(template, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    project.provide("databaseServer", server.url);
    project.provide("databaseFolder", dataDir);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
