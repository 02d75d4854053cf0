import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDir } from "../../../../src/lib/data-folder/data-lock.ts";
import { ConfigError } from "../../../../src/lib/errors.ts";
import { firstLine, killHard, runScript } from "../../../support/process/processes.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-lock-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("creates the data folder and locks it until it is released", async () => {
  const dataDir = join(folder, "data");
  const first = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir, 0)).rejects.toThrow(ConfigError);
  await first.release();
  const second = await lockDataDir(dataDir, 0);
  await second.release();
});

test("releasing twice does not free the next holder's lock", async () => {
  const first = await lockDataDir(folder);
  await first.release();
  const second = await lockDataDir(folder, 0);
  await first.release();
  await expect(lockDataDir(folder, 0)).rejects.toThrow(ConfigError);
  await second.release();
});

test("names the variable and the process that holds the folder", async () => {
  const holder = runScript("hold-lock.ts", folder);
  try {
    const pid = await firstLine(holder);
    const refusal = lockDataDir(folder, 0);
    await expect(refusal).rejects.toMatchObject({ variable: "DATA_DIR" });
    await expect(refusal).rejects.toThrow(`DATA_DIR ${folder} is in use by another Easel (process ${pid})`);
    await expect(refusal).rejects.toThrow(/folder\.$/);
  } finally {
    await killHard(holder);
  }
});

test("a killed process holds nothing, even if its pid is reused", async () => {
  const holder = runScript("hold-lock.ts", folder);
  await firstLine(holder);
  await killHard(holder);
  await writeFile(join(folder, "easel.pid"), `${process.ppid}\n`);
  const taking = lockDataDir(folder, 0);
  await expect(taking).resolves.toBeDefined();
  await (await taking).release();
});

test.each([
  ["a file", "file", "it is a file, or below one: set DATA_DIR to a folder (EEXIST"],
  ["below a file", "file/data", "it is a file, or below one: set DATA_DIR to a folder (E"],
  [
    "where no folder can be",
    "/proc/easel/data",
    "no folder can be created there: set DATA_DIR to another folder (ENOENT",
  ],
])("a data folder that is %s is named with a fix that helps", async (_where, place, fix) => {
  await writeFile(join(folder, "file"), "");
  const dataDir = resolve(folder, place);
  const refusal = lockDataDir(dataDir);
  await expect(refusal).rejects.toMatchObject({ name: "ConfigError", variable: "DATA_DIR" });
  await expect(refusal).rejects.toThrow(`DATA_DIR ${dataDir}: ${fix}`);
  await expect(refusal).rejects.toThrow(/\)\.$/);
});
