import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { STAGED_FILE_MS } from "../../lib/limits.ts";

/** `<process id>-<when it began>-<anything>`: who writes the file, told apart from a later process of the same id. */
const OWNED = /^(\d{1,10})-([\da-z]{1,12})-/;

/** A path for a file that this process is about to write, in a folder that several processes may share. */
export function unfinishedPath(folder: string): string {
  return join(folder, `${process.pid}-${beginning()}-${randomUUID()}`);
}

/**
 * Removes what killed processes left half-written, which is of no use to anyone. What is old is not enough: a machine that
 * slept, or whose clock was set, makes everything old, also what a process that lives is just writing.
 * @param olderThanMs 0 where no other machine can be using the folder
 */
export async function removeAbandoned(folder: string, olderThanMs: number = STAGED_FILE_MS): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isUnderWay(name)) continue;
    const path = join(folder, name);
    // A process of another machine can't be seen from here; of those the age alone tells.
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

/** Whether a process of this machine that lives writes it. */
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
