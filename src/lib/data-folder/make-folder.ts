import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates the folder, given by its absolute path, and its missing parents. Node's own recursive mkdir never ends below /proc, and
 * hides that a file system is read-only.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
