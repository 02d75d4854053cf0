import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../src/db/embedded/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createLog } from "../../src/log.ts";
import { TEMPLATE_DATABASE, withDatabase } from "./postgres.ts";

/**
 * Starts the one server of a test run, not durable, with the migrated schema as a template. Returns the teardown, which
 * leaves neither process nor folder.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-test-run-"));
  const server = await startEmbeddedPostgres({ dataDir, log: createLog("warn"), durable: false });
  const undertaker = clearAwayAfterUs(server.pid, dataDir);
  const teardown = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    undertaker.kill("SIGKILL");
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

/**
 * A run that is interrupted or killed has no teardown: then this process sees the end of its input, which is our end,
 * and does the same.
 */
function clearAwayAfterUs(pid: number, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -QUIT "$1"; sleep 1; rm -rf "$2"';
  const undertaker = spawn("sh", ["-c", script, "sh", String(pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  undertaker.unref();
  return undertaker;
}
