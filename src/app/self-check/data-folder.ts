import { mkdtemp, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DISK_LOW_BYTES } from "../../core/account/doctor.ts";
import { unusableDataDir } from "../../lib/data-folder/data-lock.ts";
import { shownBytes } from "../../text/shown-bytes.ts";
import { writable } from "../checks/data-folder.ts";
import { freeBytes } from "../checks/disk-space.ts";
import { bad, well, type Line } from "./line.ts";

/** Whether the data folder can be written or created, and has room. Throws a `ConfigError` if the system doesn't create folders there. */
export async function dataFolderLines(dataDir: string): Promise<Line[]> {
  let existing = dataDir;
  let state = await writable(existing);
  while (state === "missing") {
    existing = dirname(existing);
    state = await writable(existing);
  }
  if (state === "no") {
    return [
      bad(
        `DATA_DIR ${dataDir} can't be written: change the permissions of ${existing}, or set DATA_DIR to another folder.`,
      ),
    ];
  }
  // Below /proc, for example, root may do everything, and yet nothing can be created.
  await tryFolder(existing).catch((error: unknown) => Promise.reject(unusableDataDir(dataDir, error)));
  const free = await freeBytes(existing);
  const room = shownBytes(free);
  if (free < DISK_LOW_BYTES) {
    return [bad(`DATA_DIR ${dataDir} has only ${room} left: free some space, or set DATA_DIR to a larger disk.`)];
  }
  const what = existing === dataDir ? "can be written" : "can be created by the first start";
  return [well(`DATA_DIR ${dataDir} ${what}, and has ${room} left.`)];
}

/** Creates a folder there, and removes it. */
async function tryFolder(folder: string): Promise<void> {
  await rmdir(await mkdtemp(join(folder, "check-")));
}
