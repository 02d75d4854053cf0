import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { freeBytes } from "../checks/disk-space.ts";
import { bad, well, type Line } from "./line.ts";

const GIB = 1024 ** 3;
/** With less, a busy day of clips can fill the disk. */
const ROOM_BYTES = 2 * GIB;

/** Whether a folder is there, and can be written. */
export async function writable(folder: string): Promise<"yes" | "no" | "missing"> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return "yes";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "missing" : "no";
  }
}

/** Whether the data folder can be written, or created, and has room. */
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
  const free = await freeBytes(existing);
  const room = `${(free / GIB).toFixed(1)} GiB`;
  if (free < ROOM_BYTES) {
    return [bad(`DATA_DIR ${dataDir} has only ${room} left: free some space, or set DATA_DIR to a larger disk.`)];
  }
  const what = existing === dataDir ? "can be written" : "can be created by the first start";
  return [well(`DATA_DIR ${dataDir} ${what}, and has ${room} left.`)];
}
