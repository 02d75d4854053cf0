import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clipResultOf } from "../../support/console/clip-result.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { startClipGateway, type ClipGateway } from "../../support/gateway/clip-gateway.ts";
import { largeClip } from "../../support/media/large-files.ts";
import { killHard, until } from "../../support/process/processes.ts";

/** Far below any platform's limit, so that a clip of one second exceeds it. */
const LIMIT = 2 * 1024 * 1024;
const EASEL = fileURLToPath(new URL("../../support/fault/easel-fault-process.ts", import.meta.url));
let gateway: ClipGateway;

beforeAll(async () => {
  gateway = await startClipGateway(await largeClip({ width: 640, height: 360, seconds: 1, bits: 40_000_000 }));
}, 60_000);

afterAll(() => gateway.close());

it("fits a clip and posts it once, even if the process is killed midway", { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-oversized-"));
  const database = await createTestDatabase();
  const creates = gateway.creates();
  const environment = {
    ...gateway.environment,
    PATH: process.env["PATH"] ?? "",
    PORT: "0",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret key that is used by tests alone",
    LOG_LEVEL: "silent",
    CONSOLE_FILE_BYTES: String(LIMIT),
  };
  const first = await startProcess(environment);
  const before = createConsoleClient(first.url);
  await before.say("/video a paper boat");
  await until(async () => (await readdir(join(dataDir, "fitting")).catch(() => [])).length === 2);
  await before.close();
  await killHard(first.child);

  // Expires its lease by hand to avoid the wait.
  const sql = postgres(database.url, { max: 1 });
  await sql`update workers set beat = now() - interval '1 minute'`;
  await sql.end();

  const second = await startProcess(environment);
  const after = createConsoleClient(second.url);
  expect((await clipResultOf(after)).files[0]?.bytes).toBeLessThanOrEqual(LIMIT);
  expect(after.messages().filter((one) => one.files.length > 0)).toHaveLength(1);
  expect(gateway.creates() - creates).toBe(1);
  await after.close();
  await killHard(second.child);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startProcess(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(EASEL, [], { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [ready] = (await once(child, "message")) as [{ url: string }];
  return { child, url: ready.url };
}
