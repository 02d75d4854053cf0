import { chmod, chown, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { clusterFolder, clusterName } from "../../../src/db/embedded/cluster.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../../src/db/embedded/embedded-postgres.ts";
import { clusterProcesses } from "../../../src/db/embedded/cluster-processes.ts";
import { chooseServerUser } from "../../../src/db/embedded/server-user.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { firstLine, isRunning, killHard, runScript, until } from "../../support/process/processes.ts";

const log = createLog("silent");
let folder: string;
/** Contains a cluster that is created once; every test leaves it intact. */
let dataDir: string;
const running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-embedded-"));
  // Like below /root: no other user may traverse it, whichever user runs the server.
  await chmod(folder, 0o700);
  dataDir = join(folder, `a "long" folder ${"x".repeat(120)}`, "data");
  await (await start()).stop();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function start(
  options: { dataDir?: string; signal?: AbortSignal; onExit?: (how: string) => void } = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false, ...options });
  running.push(server);
  return server;
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await client.unsafe(query).values();
  } finally {
    await client.end();
  }
}

/** Resolves when initdb runs. */
async function makingBegan(place: string): Promise<void> {
  const version = join(place, "postgres.making", "cluster", "PG_VERSION");
  await until(() =>
    readFile(version).then(
      () => true,
      () => false,
    ),
  );
}

const pidFile = (): string => join(dataDir, "postgres", "cluster", "postmaster.pid");

test("keeps its data between starts, and leaves no process", async () => {
  const first = await start();
  await ask(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  expect(await isRunning(first.pid)).toBe(false);
  const second = await start();
  expect(second.attached).toBe(false);
  expect(await ask(second.url, "SELECT answer FROM kept")).toEqual([[42]]);
});

test("requires the password, which other users can't see", async () => {
  const { url, pid } = await start();
  const stranger = new URL(url);
  stranger.password = "guessed";
  await expect(ask(stranger.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  const { password } = new URL(url);
  expect(password).toHaveLength(32);
  expect(await readFile(`/proc/${pid}/cmdline`, "utf8")).not.toContain(password);
  expect((await stat(join(dataDir, "postgres", "password"))).mode & 0o077).toBe(0);
});

test.skipIf(process.geteuid?.() !== 0)(
  "warns that its user may be shared, if root starts it on root's folder",
  async () => {
    const said: string[] = [];
    const told = createLog("warn", { write: (line) => said.push(line) });
    await (await startEmbeddedPostgres({ dataDir, log: told, durable: false })).stop();
    expect(said.join("")).toContain("a user that other services may share");
    // If the folder belongs to another user, only that user can read it.
    const user = await chooseServerUser(dataDir, clusterFolder(join(dataDir, "postgres")));
    await chown(dataDir, user?.uid ?? 0, user?.gid ?? 0);
    said.length = 0;
    await (await startEmbeddedPostgres({ dataDir, log: told, durable: false })).stop();
    await chown(dataDir, 0, 0);
    expect(said).toEqual([]);
  },
);

test("runs in its own session, which a terminal's interrupt does not reach", async () => {
  const { pid } = await start();
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /, "").split(" ");
  expect(Number(fields[3])).toBe(pid);
});

test("attaches to a server that outlived its process, and stops it", async () => {
  const parent = runScript("hold-postgres.ts", dataDir);
  const pid = Number(await firstLine(parent));
  await killHard(parent);
  const server = await start();
  expect(server).toMatchObject({ attached: true, pid });
  expect(await ask(server.url, "SELECT 1")).toEqual([[1]]);
  await server.stop();
  expect(await isRunning(pid)).toBe(false);
});

describe("a pid file from before a crash", () => {
  test.each([
    ["whose process id another process has now", String(process.pid)],
    ["whose process id is unused", "4194303"],
    ["torn", "\0\0\0"],
  ])("%s", async (_name, pid) => {
    await writeFile(pidFile(), `${pid}\n/proc/self/cwd\n1\n20000\n\n127.0.0.1\n 1 1\nready   \n`);
    const server = await start();
    expect(server.attached).toBe(false);
    expect(await ask(server.url, "SELECT 1")).toEqual([[1]]);
    expect(await isRunning(process.pid)).toBe(true);
  });
});

describe("a server that ends by itself", () => {
  test("is restarted at the same address with its committed data", async () => {
    const exits: string[] = [];
    const server = await start({ onExit: (how) => exits.push(how) });
    const { pid, url } = server;
    process.kill(pid, "SIGKILL");
    await until(() => server.pid !== pid);
    expect(exits).toEqual(["SIGKILL"]);
    expect(server.url).toBe(url);
    expect(await ask(url, "SELECT 1")).toEqual([[1]]);
  });

  test("is restarted even if it was attached", async () => {
    const parent = runScript("hold-postgres.ts", dataDir);
    await firstLine(parent);
    await killHard(parent);
    const server = await start();
    const { pid } = server;
    process.kill(pid, "SIGKILL");
    await until(() => server.pid !== pid);
    expect(await ask(server.url, "SELECT 1")).toEqual([[1]]);
  });

  test("stays down if it ended while being stopped", async () => {
    const server = await start();
    process.kill(server.pid, "SIGKILL");
    await server.stop();
    expect(await isRunning(server.pid)).toBe(false);
    // A child of the killed server may hold its listening socket for a moment longer, and resets connections when it ends.
    const failure = () => ask(server.url, "SELECT 1").catch((error: unknown) => error);
    await expect.poll(failure).toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("creating the cluster", () => {
  test("starts over after being killed midway", async () => {
    const place = join(folder, "killed");
    const parent = runScript("hold-postgres.ts", place);
    await makingBegan(place);
    await killHard(parent);
    const server = await start({ dataDir: place });
    expect(server.attached).toBe(false);
    expect(await ask(server.url, "SELECT 1")).toEqual([[1]]);
    expect(await readdir(place)).toEqual(["postgres"]);
  });

  test("leaves nothing behind when aborted", async () => {
    const place = join(folder, "aborted");
    const abort = new AbortController();
    const starting = start({ dataDir: place, signal: abort.signal });
    await makingBegan(place);
    abort.abort(new Error("enough"));
    await expect(starting).rejects.toThrow("enough");
    expect(await readdir(place)).toEqual([]);
  });
});

describe("a start that can't succeed says why in one line, and leaves no process", () => {
  test.each([
    ["another version's cluster", "cluster/PG_VERSION", "17\n", "was made by PostgreSQL 17"],
    ["something that is not a cluster", "cluster/PG_VERSION", "", "is not a database that Easel made"],
    ["another password", "password", "0123456789", "the password in"],
    [
      "settings that the server refuses",
      "cluster/postgresql.auto.conf",
      "nonsense = 1\n",
      "the embedded database does",
    ],
  ])("%s", async (_name, file, content, words) => {
    const path = join(dataDir, "postgres", file);
    const before = await readFile(path);
    await writeFile(path, content);
    try {
      const starting = start();
      await expect(starting).rejects.toMatchObject({ name: "ConfigError", variable: "DATA_DIR" });
      await expect(starting).rejects.toThrow(words);
      const name = await clusterName(join(dataDir, "postgres", "cluster"));
      expect(await clusterProcesses(name)).toEqual([]);
    } finally {
      await writeFile(path, before);
    }
  });

  test("a data folder that is a file", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await expect(start({ dataDir: file })).rejects.toMatchObject({ variable: "DATA_DIR" });
  });
});
