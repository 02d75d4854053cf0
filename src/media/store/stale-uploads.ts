import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { STAGED_FILE_MS } from "../../lib/limits.ts";

/**
 * `<process id>-<its start time>-<anything>`: the process that writes the file, distinguished from a later one with the same
 * id.
 */
const OWNED = /^(\d{1,10})-([\da-z]{1,12})-/;

/** A path for a new file of this process, in a folder that several processes may share. */
export function unfinishedPath(folder: string): string {
  return join(folder, `${process.pid}-${beginning()}-${randomUUID()}`);
}

/**
 * Removes half-written files of dead processes. Age alone is not enough: after a machine slept, or its clock was set,
 * everything looks old, even a file that is being written.
 * @param olderThanMs 0 if no other machine can be using the folder
 */
export async function removeAbandoned(folder: string, olderThanMs: number = STAGED_FILE_MS): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isUnderWay(name)) continue;
    const path = join(folder, name);
    // Processes on other machines are invisible from here; only the age counts for them.
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => -1,
    );
    if (age >= olderThanMs) await rm(path, { force: true });
  }
}

function beginning(): string {
  return Math.floor(performance.timeOrigin).toString(36);
}

/** Whether a live process of this machine is writing the file. */
function isUnderWay(name: string): boolean {
  const [, id, began] = OWNED.exec(name) ?? [];
  if (id === undefined) return false;
  if (Number(id) === process.pid) return began === beginning();
  try {
    return process.kill(Number(id), 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
