import { spawn } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { runEaselProcess, startEaselProcess } from "../../support/process/easel-process.ts";
import { firstLine, killHard } from "../../support/process/processes.ts";

let folder: string;
let umask: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-closed-"));
  // The processes that are started here inherit this careless umask.
  umask = process.umask(0);
});

afterAll(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true, force: true });
});

/** Files with any permissions for group or others, except PostgreSQL's. */
async function openIn(dataDir: string): Promise<string[]> {
  const below = await readdir(dataDir, { recursive: true });
  const paths = [".", ...below.filter((path) => !path.startsWith(join("postgres", "cluster")))];
  const modes = await Promise.all(paths.map(async (path) => [path, (await lstat(join(dataDir, path))).mode] as const));
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([path, mode]) => `${path} ${mode.toString(8)}`);
}

describe("the data folder", () => {
  it("is private to Easel's user, including everything stored for a picture", async () => {
    const dataDir = join(folder, "fresh");
    await using easel = await startEaselProcess({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });
    const client = createConsoleClient(easel.url);
    await client.say("/imagine a lighthouse");
    await client.see("the picture", (messages) => messages.find(({ files }) => files.length > 0));
    await client.close();
    expect((await readdir(join(dataDir, "media"))).length).toBeGreaterThan(1);
    expect(await openIn(dataDir)).toEqual([]);
    expect(await easel.end("SIGTERM")).toBe(0);
    expect(await openIn(dataDir)).toEqual([]);
  });

  it("is closed if an older Easel left it open, and stays locked by one process", async () => {
    const dataDir = join(folder, "old");
    await mkdir(join(dataDir, "media", "ab"), { recursive: true });
    for (const path of ["easel.lock", "easel.pid", "media/ab/abcdef"]) await writeFile(join(dataDir, path), "");
    await chmod(dataDir, 0o755);
    await using easel = await startEaselProcess({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });
    expect(await openIn(dataDir)).toEqual([]);
    // The second process finds a lock file whose permissions it has to change.
    await chmod(join(dataDir, "easel.lock"), 0o644);
    const { code, err } = await runEaselProcess({ DATA_DIR: dataDir, PORT: "0" });
    expect(code).toBe(1);
    expect(err).toContain("is in use by another Easel");
    expect(await easel.end("SIGTERM")).toBe(0);
  });
});

describe("the sandbox's folder", () => {
  it("is private to its user, even if it was open before", async () => {
    const dataDir = join(folder, "sandbox");
    await mkdir(dataDir);
    await writeFile(join(dataDir, "journal.jsonl"), "");
    const argv = ["src/sandbox/main.ts", "--port", "0", "--data", dataDir, "--media", "tiny"];
    const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
    try {
      await firstLine(child);
      expect(await openIn(dataDir)).toEqual([]);
    } finally {
      await killHard(child);
    }
  });
});
