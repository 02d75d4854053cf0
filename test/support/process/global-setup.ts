import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../../src/db/embedded/embedded-postgres.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createLog } from "../../../src/lib/log.ts";
import { TEMPLATE_DATABASE, withDatabase } from "../database/postgres.ts";
import { clearAwayAfterUs } from "../fault/undertaker.ts";

/**
 * Starts the one server of a test run, not durable, with the migrated schema as a template. Returns the teardown, which
 * leaves neither process nor folder.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-test-run-"));
  const server = await startEmbeddedPostgres({ dataDir, log: createLog("warn"), durable: false });
  const callOff = clearAwayAfterUs(server.pid, dataDir);
  const teardown = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    callOff();
  };
  try {
    const client = postgres(server.url, { max: 1, onnotice: () => {} });
    await client.unsafe(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
    await client.end();
    await migrate(withDatabase(server.url, TEMPLATE_DATABASE));
    project.provide("databaseServer", server.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
