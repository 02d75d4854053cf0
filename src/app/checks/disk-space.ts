import { statfs } from "node:fs/promises";

/** The bytes that this process can still write to the folder's disk. Rejects if the folder is missing. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
