import { access, constants, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "../clock.ts";
import { ConfigError, rootCode } from "../errors.ts";
import { FOLDER_FIXES } from "./folder-fixes.ts";
import { makeFolder } from "./make-folder.ts";

/** How long to wait for the lock. A process that was just killed releases its locks within this time. */
const DATA_LOCK_WAIT_MS = 1_000;
const DATA_LOCK_POLL_MS = 20;

export interface DataLock {
  release(): Promise<void>;
}

/** The fix for each system error. `/proc` answers `ENOENT` although the parent folder exists. */
const FIXES: Readonly<Record<string, string>> = {
  ...FOLDER_FIXES,
  ENOENT: "no folder can be created there: set DATA_DIR to another folder",
};
const OTHER_FIX = "it can't be written: set DATA_DIR to another folder";

/** SQLite's result code for a lock that another connection holds (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;

/**
 * Creates the data folder if necessary and locks it for this process until `release()` or the process's end. The lock
 * is a kernel lock on the file `easel.lock`: it ends with the process in any case, so it is never stale, and it works
 * between containers too. Node can take such a lock only through SQLite, which takes one for a transaction; nothing is
 * ever stored. `easel.pid` names the holder.
 * @param waitMs how long to wait for a holder that may be about to end.
 * @throws ConfigError naming `DATA_DIR` when another live process holds it, or the folder can't be written.
 */
export async function lockDataDir(dataDir: string, waitMs: number = DATA_LOCK_WAIT_MS): Promise<DataLock> {
  const lock = await openLock(dataDir);
  const deadline = systemClock.now() + waitMs;
  while (!tryLock(lock)) {
    if (systemClock.now() > deadline) {
      lock.close();
      throw new ConfigError("DATA_DIR", await describeHolder(dataDir));
    }
    // A process that was just killed may still be ending.
    await systemClock.sleep(DATA_LOCK_POLL_MS);
  }
  try {
    await writeFile(pidFile(dataDir), `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw unusableDataDir(dataDir, error);
  }
  return {
    async release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/**
 * Creates the data folder and its missing parents.
 * @throws ConfigError naming `DATA_DIR` when it can't be created or written.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(resolve(dataDir));
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
}

async function openLock(dataDir: string): Promise<DatabaseSync> {
  await makeDataDir(dataDir);
  try {
    return new DatabaseSync(join(dataDir, "easel.lock"));
  } catch (error) {
    throw unusableDataDir(dataDir, error);
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false;
    lock.close();
    throw error;
  }
}

async function describeHolder(dataDir: string): Promise<string> {
  const pid = Number(await readFile(pidFile(dataDir), "utf8").catch(() => ""));
  const holder = isAlive(pid) ? `process ${pid}` : "a process of another container or machine";
  return `DATA_DIR ${dataDir} is in use by another Easel (${holder}): stop that one, or set DATA_DIR to another folder.`;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The error for a data folder that can't be used, with the system's reason and how to fix it. */
export function unusableDataDir(dataDir: string, error: unknown): ConfigError {
  const why = error instanceof Error ? error.message : String(error);
  return new ConfigError(
    "DATA_DIR",
    `DATA_DIR ${dataDir}: ${FIXES[rootCode(error) ?? ""] ?? OTHER_FIX} (${why}).`,
    error,
  );
}

function pidFile(dataDir: string): string {
  return join(dataDir, "easel.pid");
}
