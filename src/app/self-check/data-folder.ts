import { statfs } from "node:fs/promises";
import { makeDataDir } from "../../lib/data-lock.ts";
import { bad, well, type Line } from "./line.ts";

const GIB = 1024 ** 3;
/** With less, a busy day of clips can fill the disk. */
const ROOM_BYTES = 2 * GIB;

/** Whether the data folder can be written, and has room. Creates it if it doesn't exist. */
export async function dataFolderLines(dataDir: string): Promise<Line[]> {
  await makeDataDir(dataDir);
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const room = `${(free / GIB).toFixed(1)} GiB`;
  return [
    free < ROOM_BYTES
      ? bad(`DATA_DIR ${dataDir} has only ${room} left: free some space, or set DATA_DIR to a larger disk.`)
      : well(`DATA_DIR ${dataDir} can be written, and has ${room} left.`),
  ];
}
