import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readModule, type Module } from "./module.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Every TypeScript file below these folders of the project. */
export async function readTree(folders: readonly string[]): Promise<readonly Module[]> {
  return (await Promise.all(folders.map(readFolder))).flat();
}

async function readFolder(folder: string): Promise<Module[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return readModule(relative(ROOT, path).split(sep).join("/"), await readFile(path, "utf8"));
    }),
  );
}
