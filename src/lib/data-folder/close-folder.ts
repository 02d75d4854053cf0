import { closeSync, constants, fchmodSync, lstatSync, openSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "../log/log.ts";

/** The permissions of the group and of all others. */
const OTHERS = 0o077;

/** On a folder: everybody may write in it, but remove only their own files. */
const STICKY = 0o1000;

/** Easel's own folders, whose contents are closed too. Other folders in the data folder are closed but not entered. */
const OWN_FOLDERS = /^(?:media|incoming|fetching|fitting|postgres|sandbox(?:-\d+)?)$/;

/** PostgreSQL protects its own folder, and another user may have to read the copy of its programs. */
const POSTGRES_OWN = /^(?:cluster|postgres\.making|postgresql-.*)$/;

/**
 * Removes group and other permissions from a data folder, and from the files in it that an older Easel or another umask
 * left open. The folder itself is closed first, so that nothing in it can be reached while the rest follows. Symbolic
 * links are not followed, and a shared folder such as /tmp is left alone. What can't be closed is logged in one line,
 * and the start continues.
 */
export async function closeFolder(folder: string, log: Logger): Promise<void> {
  const failures: Failure[] = [];
  const real = attempt(failures, folder, () => realpathSync(folder));
  if (real !== undefined) await closeAll(failures, real);
  const [first] = failures;
  if (first === undefined) return;
  log.warn(
    { path: first.path, reason: first.reason, count: failures.length },
    "other users of this machine may be able to read the data folder: its permissions could not be changed",
  );
}

async function closeAll(failures: Failure[], folder: string): Promise<void> {
  const top = attempt(failures, folder, () => lstatSync(folder));
  if (top === undefined) return;
  const isShared = (top.mode & STICKY) !== 0;
  if (isShared) failures.push({ path: folder, reason: "many users share this folder" });
  else closeEntry(failures, folder, top);
  for (const name of namesIn(failures, folder)) {
    const isOwn = OWN_FOLDERS.test(name);
    if (POSTGRES_OWN.test(name) || (isShared && !isOwn)) continue;
    const path = join(folder, name);
    const entry = attempt(failures, path, () => lstatSync(path));
    if (entry === undefined || (isShared && entry.uid !== process.geteuid?.())) continue;
    if (isOwn && entry.isDirectory()) await closeContents(failures, path);
    closeEntry(failures, path, entry);
  }
}

interface Failure {
  readonly path: string;
  readonly reason: string;
}

/** Closes everything in a folder. A closed subfolder was finished earlier, because its own mode is changed last. */
async function closeContents(failures: Failure[], folder: string): Promise<void> {
  // Old folders hold many files, and signals must still be handled meanwhile.
  await nextTurn();
  for (const name of namesIn(failures, folder)) {
    if (POSTGRES_OWN.test(name)) continue;
    const path = join(folder, name);
    const entry = attempt(failures, path, () => lstatSync(path));
    if (entry === undefined) continue;
    if (entry.isDirectory() && isOpen(entry)) await closeContents(failures, path);
    closeEntry(failures, path, entry);
  }
}

/** Uses a descriptor, so that a file that replaced this one meanwhile is not changed instead. */
function closeEntry(failures: Failure[], path: string, entry: Stats): void {
  if (!isOpen(entry) || !(entry.isFile() || entry.isDirectory())) return;
  attempt(failures, path, () => {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      fchmodSync(descriptor, entry.mode & 0o7777 & ~OTHERS);
    } finally {
      closeSync(descriptor);
    }
  });
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

function namesIn(failures: Failure[], folder: string): readonly string[] {
  return attempt(failures, folder, () => readdirSync(folder)) ?? [];
}

/** Undefined if it failed. A file that another process removed meanwhile is not a failure. */
function attempt<T>(failures: Failure[], path: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (reason !== "ENOENT") failures.push({ path, reason });
    return undefined;
  }
}
