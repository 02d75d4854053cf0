import { chmod, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { removeAfterExit } from "../fault/clean-up-after-exit.ts";

/** In memory, `fsync` is free, and copying the template's 500 files for a test database takes an eighth of the processor time. */
const MEMORY = "/dev/shm";
/** More than the files of a run ever need. Containers often have only 64 MiB of shared memory. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Keeps the run's temporary files in memory if there is enough space. Returns the teardown, which removes the remaining files.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!(await isFit(MEMORY))) return undefined;
  const folder = await mkdtemp(join(MEMORY, "easel-test-run-"));
  // Like /tmp: an embedded database may run as another user.
  await chmod(folder, 0o1777);
  const callOff = removeAfterExit(folder);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  return async () => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    await rm(folder, { recursive: true, force: true });
    callOff();
  };
}

/** Whether the folder exists, has enough space, and allows programs to run from it: some tests copy programs. */
async function isFit(folder: string): Promise<boolean> {
  try {
    const mounts = (await readFile("/proc/mounts", "utf8")).split("\n").map((line) => line.split(" "));
    const options = mounts.findLast(([, place]) => place === folder)?.[3]?.split(",") ?? [];
    const { bavail, bsize } = await statfs(folder);
    return options.includes("rw") && !options.includes("noexec") && bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
