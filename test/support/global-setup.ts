import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { lockDataDir } from "../../src/data-lock.ts";
import { clusterFolder, clusterName } from "../../src/db/embedded/cluster.ts";
import { startEmbeddedPostgres } from "../../src/db/embedded/embedded-postgres.ts";
import { killClusterProcesses } from "../../src/db/embedded/processes.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createLog } from "../../src/log.ts";
import { TEMPLATE_DATABASE, withDatabase } from "./postgres.ts";

const PREFIX = "easel-test-run-";
/** A folder younger than this may belong to a run that has not locked it yet. */
const YOUNG_MS = 60_000;

/**
 * Starts the one server of a test run, not durable, with the migrated schema as a template. Returns the teardown, which
 * leaves neither process nor folder; what a killed run left is removed by the next one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftBehind();
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX));
  const lock = await lockDataDir(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log: createLog("warn"), durable: false });
  const teardown = async (): Promise<void> => {
    await server.stop();
    await lock.release();
    await rm(dataDir, { recursive: true, force: true });
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

async function removeLeftBehind(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.map((name) => removeIfLeftBehind(join(tmpdir(), name))));
}

/** Never fails: the folder may be another user's, or be removed by another run at this moment. */
async function removeIfLeftBehind(dataDir: string): Promise<void> {
  try {
    if (Date.now() - (await stat(dataDir)).mtimeMs < YOUNG_MS) return;
    const lock = await lockDataDir(dataDir, 0);
    const name = await clusterName(clusterFolder(join(dataDir, "postgres"))).catch(() => undefined);
    if (name !== undefined) await killClusterProcesses(name);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    await lock.release();
  } catch {
    // Another run's, and alive.
  }
}
