import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cluster } from "../../../src/db/embedded/cluster.ts";
import { launchServer, ServerStartError, type Server } from "../../../src/db/embedded/postgres-server.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { isRunning, until } from "../../support/process/processes.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-server-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Launches a fake server: `script` runs in a shell inside the cluster's folder. */
async function launch(name: string, script: string, signal: AbortSignal): Promise<Server> {
  const place = join(folder, name);
  await mkdir(place);
  const program = join(place, "postgres");
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const logFile = join(place, "server.log");
  const cluster: Cluster = { folder: place, name: "easel-test", password: "none", logFile, user: undefined };
  return launchServer({ program, cluster, port: 1, durable: false, log: createLog("silent"), signal });
}

test("a start that is aborted leaves no process", async () => {
  const abort = new AbortController();
  const starting = launch("aborted", "echo $$ > pid; exec sleep 60", abort.signal);
  const pidFile = join(folder, "aborted", "pid");
  await until(async () => (await readFile(pidFile, "utf8").catch(() => "")).includes("\n"));
  abort.abort(new Error("enough"));
  await expect(starting).rejects.toMatchObject({ name: "AbortError" });
  expect(await isRunning(Number(await readFile(pidFile, "utf8")))).toBe(false);
});

test("a server that ends immediately is reported with its output", async () => {
  const { signal } = new AbortController();
  const failure = await launch("ended", "echo 'FATAL:  no memory' >&2; exit 1", signal).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ServerStartError);
  expect(failure).toMatchObject({ output: "FATAL:  no memory\n" });
});

test("another server's state is ignored", async () => {
  const script = "printf '1\\n\\n\\n\\n\\n\\n\\nready\\n' > postmaster.pid; exit 3";
  const failure = await launch("other", script, new AbortController().signal).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: "the database server ended at its start (exit code 3)" });
});

test("a program that can't be run rejects with the system's error", async () => {
  const { signal } = new AbortController();
  const cluster: Cluster = { folder, name: "x", password: "x", logFile: join(folder, "log"), user: undefined };
  const launching = launchServer({
    program: join(folder, "none"),
    cluster,
    port: 1,
    durable: false,
    log: createLog("silent"),
    signal,
  });
  await expect(launching).rejects.toMatchObject({ code: "ENOENT" });
});
